#include "base/utf8.h"
#include "base/text.h"

#include <string.h>

size_t utf8_sequence(const char *text, size_t size, uint32_t *code)
{
    if (size == 0) {
        return 0;
    }
    const unsigned char *s = (const unsigned char *)text;
    if (s[0] < 0x80) {
        if (code != NULL) {
            *code = s[0];
        }
        return 1;
    }
    size_t length;
    unsigned char low = 0x80;
    unsigned char high = 0xBF;
    uint32_t value;
    if (s[0] >= 0xC2 && s[0] <= 0xDF) {
        length = 2;
        value = s[0] & 0x1FU;
    } else if (s[0] >= 0xE0 && s[0] <= 0xEF) {
        length = 3;
        value = s[0] & 0x0FU;
        low = s[0] == 0xE0 ? 0xA0 : 0x80;
        high = s[0] == 0xED ? 0x9F : 0xBF;
    } else if (s[0] >= 0xF0 && s[0] <= 0xF4) {
        length = 4;
        value = s[0] & 0x07U;
        low = s[0] == 0xF0 ? 0x90 : 0x80;
        high = s[0] == 0xF4 ? 0x8F : 0xBF;
    } else {
        return 0;
    }
    if (size < length) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if (s[i] < low || s[i] > high) {
            return 0;
        }
        low = 0x80;
        high = 0xBF;
        value = value << 6 | (s[i] & 0x3FU);
    }
    if (code != NULL) {
        *code = value;
    }
    return length;
}

size_t utf8_valid(const char *text, size_t size)
{
    size_t at = 0;
    while (at < size) {
        size_t step = utf8_sequence(text + at, size - at, NULL);
        if (step == 0) {
            break;
        }
        at += step;
    }
    return at;
}

size_t utf8_count(const char *text, size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < size; i++) {
        count += ((unsigned char)text[i] & 0xC0U) != 0x80U;
    }
    return count;
}

size_t utf8_prefix(const char *text, size_t size, size_t code_points)
{
    size_t at = 0;
    while (at < size && code_points > 0) {
        at++;
        while (at < size && ((unsigned char)text[at] & 0xC0U) == 0x80U) {
            at++;
        }
        code_points--;
    }
    return at;
}

bool utf8_is_blank(const char *text)
{
    static const char wide[] = "\xE3\x80\x80"; /* U+3000 */
    size_t step;
    do {
        step = strspn(text, " \t\r\n");
        step += text_begins(text + step, wide) ? strlen(wide) : 0;
        text += step;
    } while (step > 0);
    return *text == '\0';
}

bool utf8_is_control(uint32_t code)
{
    static const struct {
        uint32_t first;
        uint32_t last;
    } ranges[] = {
        {0x0000, 0x001F},   {0x007F, 0x009F},   {0x061C, 0x061C},   {0x180E, 0x180E}, {0x200B, 0x200B},
        {0x200E, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},   {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB},
        {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE007F},
    };
    if (code >= 0x20 && code < 0x7F) {
        return false;
    }
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (code >= ranges[i].first && code <= ranges[i].last) {
            return true;
        }
    }
    return false;
}
