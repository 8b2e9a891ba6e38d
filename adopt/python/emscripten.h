/* Stands in for the header of emscripten when web/surface.c is compiled for Python: what JavaScript calls is exported. */
#ifndef VRMLINT_EMSCRIPTEN_H
#define VRMLINT_EMSCRIPTEN_H

#define EMSCRIPTEN_KEEPALIVE __attribute__((visibility("default")))

#endif
