#include "report/width.h"

#ifdef VRMLINT_UTF8PROC
#include <utf8proc.h>

size_t width_of(uint32_t code)
{
    int width = utf8proc_charwidth((utf8proc_int32_t)code);
    return width < 0 ? 0 : (size_t)width;
}

bool width_is_known(void)
{
    return true;
}

#else

size_t width_of(uint32_t code)
{
    (void)code;
    return 1;
}

bool width_is_known(void)
{
    return false;
}

#endif
