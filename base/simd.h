// Whether vector instructions of x86-64 may be chosen at run time. -DTURNOUT_PORTABLE=ON builds without them.
#pragma once

#if defined(__x86_64__) && !defined(TURNOUT_PORTABLE)
#define TURNOUT_X86_SIMD 1
#endif
