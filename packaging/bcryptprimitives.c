/* The one function of bcryptprimitives.dll that Rust's standard library calls, for versions of Wine that do not have this library
   (before 9.0). Windows has it. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return RtlGenRandom(data, size); }
