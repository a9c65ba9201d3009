// Assertions that stay on in production.
//
// A failed check means our own code is wrong, so no caller can recover. Stopping the process
// keeps the books as the last stored round left them; carrying on would not.
//
// The library only calls uth_check_failed(). It carries a weak one that prints and aborts; a
// program that has its own (log, flush, abort) gets that called instead.
#ifndef UTH_CHECK_H
#define UTH_CHECK_H

#ifdef __cplusplus
extern "C" {
#endif

#define UTH_NODISCARD __attribute__((warn_unused_result))

#ifdef __cplusplus
[[noreturn]] void uth_check_failed(const char *expr, const char *file, int line);
#else
_Noreturn void uth_check_failed(const char *expr, const char *file, int line);
#endif

#define UTH_CHECK(expr) ((expr) ? (void)0 : uth_check_failed(#expr, __FILE__, __LINE__))

#ifdef __cplusplus
}
#endif

#endif
