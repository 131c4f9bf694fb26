"""Whether the checksums of a file's pages are right, and found wrong where a byte is another one.

    checksums.py FILE"""

import os
import sys

import pyarrow.parquet as pq

FILE = sys.argv[1]


def read(path):
    return pq.ParquetFile(path, page_checksum_verification=True).read()


def ends(metadata):
    """The first and the last byte of the pages of each column in each group, headers aside."""
    for group in range(metadata.num_row_groups):
        for index in range(metadata.num_columns):
            column = metadata.row_group(group).column(index)
            start = column.dictionary_page_offset or column.data_page_offset
            yield start + column.total_compressed_size - 1
            if column.dictionary_page_offset:
                # The last byte of the dictionary is before the header of the next page.
                yield column.data_page_offset - 1


def main():
    assert read(FILE).num_rows > 0
    with open(FILE, "rb") as file:
        whole = file.read()
    places, unseen = list(ends(pq.ParquetFile(FILE).metadata)), 0
    for place in places:
        broken = bytearray(whole)
        broken[place] ^= 1
        with open(FILE + ".broken", "wb") as file:
            file.write(broken)
        try:
            read(FILE + ".broken")
            unseen += 1
        except OSError as error:
            assert "CRC" in str(error), error
    os.remove(FILE + ".broken")
    print(f"read; {unseen} of {len(places)} changes unseen")


if __name__ == "__main__":
    main()
    # Without what the readers' threads do at an end.
    sys.stdout.flush()
    os._exit(0)
