// Bytes as an evening at a table: commands of players and staff, time, a meter that comes and goes.
// What must hold is checked by the driver the tests use: a refusal changes nothing, the books agree
// with the table to the cent, stored batches rebuild it byte for byte, every timer was announced.
#include <stddef.h>
#include <stdint.h>

#include "room/chance.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define STEPS_MAX 400

struct input {
    const uint8_t *data;
    size_t left;
};

// Two bytes where one does not reach.
static uint32_t below(void *source, uint32_t bound)
{
    struct input *input = source;
    uint32_t value = 0;
    for (uint32_t reach = 1; reach < bound && input->left > 0; reach <<= 8) {
        value = value << 8 | *input->data++;
        input->left--;
    }
    return value % bound;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct driver driver;
    struct input input = {data, size};
    struct chance chance = {below, &input};
    driver_start(&driver, 1 + below(&input, 256));
    chance_open(&driver, &chance);
    for (unsigned i = 0; i < STEPS_MAX && input.left > 0; i++) {
        chance_step(&driver, &chance);
    }
    chance_wind_up(&driver);
    return 0;
}
