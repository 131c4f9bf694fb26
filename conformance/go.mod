module gush/conformance

go 1.22
