"""The one base class of our data: frozen, closed, strict about types."""

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Plain data; an unknown field or a value of another type is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
