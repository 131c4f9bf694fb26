"""What callers give: whole numbers, rows and times, checked."""

from __future__ import annotations

from ._gusher import Error

# What is not needed at once is imported where it is used, so that `import gusher` takes no time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import datetime

    Now = str | int | datetime.datetime | None


def whole(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name}={value!r}: expected a whole number")
    if not 0 <= value < 2**64:
        raise Error(f"{name}={value}: expected a number from 0 to 18,446,744,073,709,551,615")
    return value


def range_of(rows: int | range) -> tuple[int, int]:
    if isinstance(rows, range):
        if rows.step != 1:
            raise Error(f"rows={rows}: rows follow each other; the step is 1")
        return whole("rows", rows.start), whole("rows", max(rows.start, rows.stop))
    return 0, whole("rows", rows)


def now_text(now: Now) -> str | None:
    if now is None or isinstance(now, str | int):
        return None if now is None else str(now)
    import datetime

    if isinstance(now, datetime.datetime):
        if now.tzinfo is None:
            raise Error(f"now={now!r}: a time zone is missing, such as tzinfo=datetime.timezone.utc")
        return now.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    raise TypeError(f"now={now!r}: expected a text, a number of seconds, or a datetime")
