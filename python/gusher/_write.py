"""Writes tables to files, to directories, to what fsspec knows, and into databases."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ._into import Database


class Written:
    """What can be written: a table, or all tables of a schema file."""

    __slots__ = ()

    def _write(self, path: str | None, options: dict[str, Any]) -> None:
        raise NotImplementedError

    def write(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        into: Database | None = None,
        create: str | None = None,
        append: bool = False,
        truncate: bool = False,
        connections: int | None = None,
        format: str | None = None,
        header: bool = False,
        separator: str | None = None,
        compression: str | None = None,
        size: int | str | None = None,
        dialect: str | None = None,
        create_table: bool = False,
        drop: bool = False,
        transaction: str | None = None,
        batch: int | None = None,
        row_group: int | str | None = None,
        sort_by: str | Sequence[str] | None = None,
        tag: str | None = None,
        nest: bool = False,
        checksums: bool = False,
        metadata: bool = False,
        ints: str | None = None,
        for_: str | None = None,
        parquet_version: str | None = None,
        encoding: str | None = None,
        uuid: str | None = None,
        time: str | None = None,
        intervals: str | None = None,
        float16: str | None = None,
        timestamps: str | None = None,
        timestamp_zone: str | None = None,
        decimals: str | None = None,
        names: str | None = None,
        page_size: int | str | None = None,
        bloom_filter: str | Sequence[str] | None = None,
        files: int | None = None,
        partition_by: str | Sequence[str] | None = None,
        write_partition_columns: bool = False,
        file_size: int | str | None = None,
        lake: str | None = None,
        lake_location: str | None = None,
        resume: bool = False,
        fsync: bool = False,
        dirt_log: str | os.PathLike[str] | None = None,
        threads: int | None = None,
    ) -> None:
        """Writes the rows to a file, as ``gush rows --output`` does: the same bytes; or into a database, as ``--into`` does.

        A file appears when it is complete. Into a database, tables that are missing are made, and a table has all its rows
        afterwards, which the database has counted, or is as it was.

        Several tables go to a directory, which has a file for each, or into one file: of sql that makes its tables, or of
        ndjson with a ``tag``.

        Args:
            path: the file, whose ending says the format and the compression, or with a ``/`` at its end a directory, whose
                ``manifest.json`` lists its files. A path with ``://`` is written by fsspec.
            into: the database, instead of a path: ``"sqlite:FILE"``, ``"postgresql://USER@HOST/DATABASE"``, or a URL or an engine of
                SQLAlchemy. Other options that it takes are the next four, ``batch``, ``resume`` and ``threads``.
            create: which tables are made: ``"missing"`` (the default), ``"never"``, or ``"replace"``, which drops those that are there.
            append: add the rows to those that a table of the database has, which is refused otherwise; or, with ``lake``, write the next rows
                as a new version of the table.
            truncate: remove the rows of tables that are there first.
            connections: how many connections load into PostgreSQL at the same time.
            format: the name of a format, where the path does not say it.
            header: begin with a row of column names, in csv and tsv.
            separator: what is between fields, in csv and tsv.
            compression: ``"zstd"``, ``"gz"``, ``"snappy"``, ``"lz4"`` or ``"none"``, with a level after ``:``.
            size: write as many of the table's rows as have at most this many bytes before compression, with header and footer:
                a number, or a text such as ``"100k"``, ``"1G"`` or ``"1GiB"``. For one file of a text format.
            dialect: the dialect of sql, or ``"excel"`` or ``"excel-de"`` for csv and tsv that Excel opens.
            create_table: make the table first, in sql.
            drop: drop a table of the name first, if there is one, and make it, in sql.
            transaction: which rows of sql are in one transaction: ``"whole"``, ``"shard"`` or ``"never"``.
            batch: how many rows a statement of sql has, or a transaction of a table that is loaded in parts.
            row_group: how many rows a group of a columnar file has; or about how many bytes, as in ``"128MiB"``.
            sort_by: columns by which the rows of each group of a columnar file are sorted, as in ``["country", "at:desc"]``.
            tag: the key under which each row of ndjson says the table's name.
            nest: make structs of columns whose names have dots, such as ``address.city``.
            metadata: write into each columnar file what ``gush again`` needs to write it once more: the schema, the seed and the options.
            checksums: write a checksum of each page of parquet.
            ints: ``"narrow"`` stores whole numbers of columnar files as the narrowest type that has their range; ``"wide"`` in 64
                bits, as is usual.
            for_: the reader that parquet is for, such as ``"spark4"``, ``"bigquery"`` or ``"newest"``: it chooses what follows. By
                default files are what all readers take.
            parquet_version: the version of parquet's data pages, ``"1"`` or ``"2"``.
            encoding: ``"plain"``, or ``"delta"`` for parquet's newer encodings too.
            uuid: what UUIDs of parquet are: ``"text"``, ``"bytes"`` or ``"logical"``.
            time: what times of day of parquet are: ``"logical"``, ``"text"`` or ``"int"``.
            intervals: what spans of time of parquet are: ``"logical"`` or ``"text"``.
            float16: what numbers of 16 bits of parquet are: ``"logical"``, or ``"float"`` for 32 bits.
            timestamps: what points in time of parquet count: ``"declared"``, ``"ms"``, ``"us"``, ``"ns"`` or ``"int96"``.
            timestamp_zone: whether they are in UTC: ``"declared"``, ``"utc"`` or ``"none"``.
            decimals: what decimals of up to 18 digits are in parquet: ``"int"`` or ``"fixed"``.
            names: ``"plain"`` writes column names of parquet in letters, digits and ``_``; ``"as-is"`` is as usual.
            page_size: about how many bytes a data page of parquet has, as a number or a text such as ``"64KiB"``.
            bloom_filter: columns that have a bloom filter in each row group of parquet, as in ``["id", "email"]``.
            files: how many files a directory has for each table.
            partition_by: columns, or functions of them such as ``"year(at)"``, ``"bucket(16,id)"`` and ``"truncate(2,name)"``, by whose
                values a directory has a folder each.
            write_partition_columns: keep the columns that folders are named by in the files too.
            file_size: the most bytes that a file of a directory has, as a number or a text such as ``"128MiB"``.
            lake: ``"delta"`` or ``"iceberg"`` writes the directory as a table of Delta Lake or Apache Iceberg.
            lake_location: where the metadata of Iceberg says that the table is, as in ``"s3://bucket/trips"``; by default the directory.
            resume: continue an unfinished directory: make only the files that are missing or have another size; or a load into
                a server that was interrupted.
            fsync: force the file to the disk.
            dirt_log: a file that lists what ``@dirty`` makes dirty: row, column, kind, clean value; csv or ndjson, by its name.
            threads: how many threads make rows; one a core by default. The bytes do not depend on it.

        Raises:
            Error: if the options or the columns do not fit the format, or the tables of the database; nothing was changed.
            OSError: if the file cannot be written, or the database cannot be reached or refuses something.
            KeyboardInterrupt: if Ctrl-C ended it; what was not complete is rolled back.
        """
        options = {key: value for key, value in locals().items() if key not in ("self", "path", "into")}
        if into is not None:
            from ._into import address

            if path is not None:
                raise TypeError("write() takes a path or into=, not both")
            self._write(None, {**options, "into": address(into)})
            return
        if path is None:
            raise TypeError("write() needs a path, or a database by into=")
        text = os.fspath(path)
        if resume and "://" in text:
            from ._gusher import Error

            raise Error("resume: only a directory of this machine can be resumed")
        if "://" in text:
            self._upload(text, options)
        else:
            self._write(text, options)

    def _upload(self, url: str, options: dict[str, Any]) -> None:
        import tempfile

        import fsspec

        with tempfile.TemporaryDirectory() as folder:
            name = url.rstrip("/").rsplit("/", 1)[-1]
            local = os.path.join(folder, name) + ("/" if url.endswith("/") else "")
            self._write(local, options)
            system, target = fsspec.core.url_to_fs(url)
            system.put(local, target, recursive=os.path.isdir(local))
