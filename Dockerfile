# syntax=docker/dockerfile:1
# For a release pass the base by digest: --build-arg BASE=python:3.13-slim@sha256:...
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
COPY requirements.lock /build/requirements.lock
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --only-binary :all: --require-hashes -r /build/requirements.lock \
    && /venv/bin/pip uninstall --yes pip

FROM ${BASE}
RUN useradd --system --uid 10001 --user-group --no-create-home consensus \
    && install --directory --owner=consensus --group=consensus /data
COPY --from=build /venv /venv
COPY LICENSE NOTICE /app/
COPY consensus /app/consensus
COPY integrations /app/integrations
COPY bot /app/bot
ENV PATH=/venv/bin:$PATH \
    PYTHONPATH=/app \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HOST=0.0.0.0 \
    DATABASE_URL=sqlite:////data/consensus.db
# consensus.toml is looked for in the working directory, the one place that is writable.
WORKDIR /data
VOLUME /data
USER consensus
EXPOSE 3000
ENTRYPOINT ["python", "-m", "bot"]
CMD ["--help"]
