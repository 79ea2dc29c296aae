"""`python -m bot`."""

import sys

if __name__ == "__main__":
    try:
        from bot.cli import main

        sys.exit(main())
    except KeyboardInterrupt:  # typed while the program was still being read
        sys.exit(130)
