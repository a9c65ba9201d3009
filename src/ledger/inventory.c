// GM-7: the approvals as a table, and an inventory held against them.
#include "uth/inventory.h"

#include <string.h>

_Static_assert(sizeof(struct uth_part) == 72, "no padding in a part");
_Static_assert(sizeof(struct uth_inventory) == 8 + UTH_PARTS_MAX * sizeof(struct uth_part),
               "no padding in an inventory");

// Both sources of `washington`, each for one controller. "CHAM2+ v1.66P$ or ViPS v1.2.0 or higher":
// "or higher" is read as the ViPS display's. The second approval names the ViPS without a version.
// clang-format off
static const struct uth_approved approved[] = {
    { UTH_MODEL_AQUARIUS, UTH_USE_GAME_MANAGER, UTH_COMPONENT_GAME_MANAGER,        true,  "6.6 Build 520" },
    { UTH_MODEL_AQUARIUS, UTH_USE_CONTROLLER,   UTH_COMPONENT_AQUARIUS_CONTROLLER, false, "6.5.6SP" },
    { UTH_MODEL_AQUARIUS, UTH_USE_SENSOR,       UTH_COMPONENT_COIN_SPOT,           false, "6.0" },
    { UTH_MODEL_AQUARIUS, UTH_USE_DISPLAY,      UTH_COMPONENT_CHAM2,               false, "1.66P$" },
    { UTH_MODEL_AQUARIUS, UTH_USE_DISPLAY,      UTH_COMPONENT_VIPS,                true,  "1.2.0" },
    { UTH_MODEL_NEXUS,    UTH_USE_GAME_MANAGER, UTH_COMPONENT_NEXUS_GAME_MANAGER,  true,  "1.3.0" },
    { UTH_MODEL_NEXUS,    UTH_USE_CONTROLLER,   UTH_COMPONENT_NEXUS_CONTROLLER,    false, "2.0.0" },
    { UTH_MODEL_NEXUS,    UTH_USE_DISPLAY,      UTH_COMPONENT_VIPS,                true,  "" },
};
// clang-format on

size_t uth_approved_count(void)
{
    return sizeof approved / sizeof approved[0];
}

const struct uth_approved *uth_approved(size_t index)
{
    UTH_CHECK(index < uth_approved_count());
    return &approved[index];
}

const char *uth_component_name(enum uth_component component)
{
    static const char *const names[UTH_COMPONENT_COUNT] = {
        [UTH_COMPONENT_GAME_MANAGER] = "Game Manager",
        [UTH_COMPONENT_AQUARIUS_CONTROLLER] = "Aquarius Controller",
        [UTH_COMPONENT_COIN_SPOT] = "Coin Spot",
        [UTH_COMPONENT_CHAM2] = "CHAM2+",
        [UTH_COMPONENT_VIPS] = "ViPS",
        [UTH_COMPONENT_NEXUS_GAME_MANAGER] = "Nexus Command Game Manager",
        [UTH_COMPONENT_NEXUS_CONTROLLER] = "Nexus Command Table Controller",
        [UTH_COMPONENT_SIMULATED] = "built-in simulation",
    };
    UTH_CHECK(component < UTH_COMPONENT_COUNT);
    return names[component];
}

const char *uth_component_use_name(enum uth_component_use use)
{
    static const char *const names[UTH_USE_COUNT] = {
        [UTH_USE_GAME_MANAGER] = "game manager",
        [UTH_USE_CONTROLLER] = "controller",
        [UTH_USE_SENSOR] = "sensor",
        [UTH_USE_DISPLAY] = "display",
    };
    UTH_CHECK(use < UTH_USE_COUNT);
    return names[use];
}

// ---- versions ---------------------------------------------------------------------------------

enum token_kind { TOKEN_END, TOKEN_TEXT, TOKEN_NUMBER };

// A run of digits without leading zeros, or a run of anything else.
struct token {
    enum token_kind kind;
    const char *at;
    size_t size;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_separator(char c)
{
    return c == '.' || c == ' ' || c == '-' || c == '_';
}

static struct token next_token(const char **rest)
{
    while (is_separator(**rest)) {
        (*rest)++;
    }
    struct token token = {**rest == '\0'     ? TOKEN_END
                          : is_digit(**rest) ? TOKEN_NUMBER
                                             : TOKEN_TEXT,
                          *rest, 0};
    while (**rest != '\0' && !is_separator(**rest) &&
           is_digit(**rest) == (token.kind == TOKEN_NUMBER)) {
        (*rest)++;
    }
    while (token.kind == TOKEN_NUMBER && token.at < *rest && *token.at == '0') {
        token.at++;
    }
    token.size = (size_t)(*rest - token.at);
    return token;
}

static int sign_of(bool above, bool below)
{
    return (int)above - (int)below;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// Numbers of any length: without leading zeros the longer one is the larger.
static int compare_tokens(struct token a, struct token b)
{
    if (a.kind == TOKEN_NUMBER && a.size != b.size) {
        return sign_of(a.size > b.size, a.size < b.size);
    }
    const size_t size = a.size < b.size ? a.size : b.size;
    for (size_t i = 0; i < size; i++) {
        const char left = lower(a.at[i]);
        const char right = lower(b.at[i]);
        if (left != right) {
            return sign_of(left > right, left < right);
        }
    }
    return sign_of(a.size > b.size, a.size < b.size);
}

static bool is_zero(struct token token)
{
    return token.kind == TOKEN_NUMBER && token.size == 0;
}

static const char *without_v(const char *version)
{
    return (version[0] == 'v' || version[0] == 'V') && is_digit(version[1]) ? version + 1 : version;
}

int uth_version_compare(const char *a, const char *b)
{
    const char *rest_a = without_v(a);
    const char *rest_b = without_v(b);
    struct token left = next_token(&rest_a);
    struct token right = next_token(&rest_b);
    while (left.kind != TOKEN_END || right.kind != TOKEN_END) {
        // A number that only one of them has is worth what it says: 0 is nothing.
        if (is_zero(left) && right.kind != TOKEN_NUMBER) {
            left = next_token(&rest_a);
        } else if (is_zero(right) && left.kind != TOKEN_NUMBER) {
            right = next_token(&rest_b);
        } else if (left.kind != right.kind) {
            return sign_of(left.kind > right.kind, left.kind < right.kind);
        } else {
            const int order = compare_tokens(left, right);
            if (order != 0) {
                return order;
            }
            left = next_token(&rest_a);
            right = next_token(&rest_b);
        }
    }
    return 0;
}

// ---- an inventory -----------------------------------------------------------------------------

// Printable, not empty, without blanks around it, and nothing but zeros behind its end.
static bool is_text(const char *text, size_t size)
{
    size_t length = 0;
    while (length < size && text[length] >= ' ' && text[length] <= '~') {
        length++;
    }
    if (length == 0 || length == size || text[0] == ' ' || text[length - 1] == ' ') {
        return false;
    }
    for (size_t i = length; i < size; i++) {
        if (text[i] != '\0') {
            return false;
        }
    }
    return true;
}

static bool has_digit(const char *text)
{
    while (*text != '\0' && !is_digit(*text)) {
        text++;
    }
    return *text != '\0';
}

bool uth_part_validate(const struct uth_part *part)
{
    static const uint8_t none[sizeof part->reserved];
    return part->component < UTH_COMPONENT_COUNT && part->since_ms >= 0 &&
           is_text(part->version, sizeof part->version) && has_digit(part->version) &&
           is_text(part->serial, sizeof part->serial) &&
           memcmp(part->reserved, none, sizeof none) == 0;
}

static bool is_same(const struct uth_part *a, const struct uth_part *b)
{
    return a->component == b->component && memcmp(a->serial, b->serial, sizeof a->serial) == 0;
}

static size_t find(const struct uth_inventory *inventory, const struct uth_part *part)
{
    size_t i = 0;
    while (i < inventory->count && !is_same(&inventory->parts[i], part)) {
        i++;
    }
    return i;
}

bool uth_inventory_validate(const struct uth_inventory *inventory)
{
    static const struct uth_part none;
    if (inventory->count > UTH_PARTS_MAX) {
        return false;
    }
    for (size_t i = 0; i < UTH_PARTS_MAX; i++) {
        const struct uth_part *part = &inventory->parts[i];
        const bool good = i < inventory->count
                              ? uth_part_validate(part) && find(inventory, part) == i
                              : memcmp(part, &none, sizeof none) == 0;
        if (!good) {
            return false;
        }
    }
    return true;
}

bool uth_inventory_put(struct uth_inventory *inventory, const struct uth_part *part)
{
    UTH_CHECK(uth_part_validate(part));
    const size_t place = find(inventory, part);
    if (place == UTH_PARTS_MAX) {
        return false;
    }
    inventory->parts[place] = *part;
    inventory->count += place == inventory->count;
    return true;
}

bool uth_inventory_remove(struct uth_inventory *inventory, const struct uth_part *part)
{
    const size_t place = find(inventory, part);
    if (place == inventory->count) {
        return false;
    }
    inventory->count--;
    memmove(&inventory->parts[place], &inventory->parts[place + 1],
            (inventory->count - place) * sizeof *part);
    memset(&inventory->parts[inventory->count], 0, sizeof *part);
    return true;
}

// ---- against the approvals --------------------------------------------------------------------

static const struct uth_approved *approval_of(const struct uth_part *part,
                                              enum uth_controller_model controller)
{
    for (size_t i = 0; i < uth_approved_count(); i++) {
        if (approved[i].controller == controller && approved[i].component == part->component) {
            return &approved[i];
        }
    }
    return NULL;
}

// A bit for each use the controller's system has.
static unsigned uses_of(enum uth_controller_model controller)
{
    unsigned uses = 0;
    for (size_t i = 0; i < uth_approved_count(); i++) {
        uses |= approved[i].controller == controller ? 1U << approved[i].use : 0;
    }
    return uses;
}

size_t uth_inventory_findings(const struct uth_inventory *inventory,
                              enum uth_controller_model controller,
                              struct uth_finding findings[UTH_FINDINGS_MAX])
{
    UTH_CHECK(controller < UTH_MODEL_COUNT && inventory->count <= UTH_PARTS_MAX);
    unsigned missing = uses_of(controller);
    size_t count = 0;
    for (size_t i = 0; i < inventory->count; i++) {
        const struct uth_part *part = &inventory->parts[i];
        const struct uth_approved *line = approval_of(part, controller);
        if (part->component == UTH_COMPONENT_SIMULATED) {
            missing = 0;
        } else if (line == NULL) {
            findings[count++] = (struct uth_finding){.kind = UTH_FINDING_FOREIGN, .part = part};
        } else {
            const int order = uth_version_compare(part->version, line->version);
            missing &= ~(1U << line->use);
            if (order < 0 || (order > 0 && !line->or_higher)) {
                findings[count++] =
                    (struct uth_finding){.kind = order < 0 ? UTH_FINDING_BELOW : UTH_FINDING_ABOVE,
                                         .part = part,
                                         .approved = line};
            }
        }
    }
    for (unsigned use = 0; use < UTH_USE_COUNT; use++) {
        if ((missing >> use & 1) != 0) {
            findings[count++] = (struct uth_finding){.kind = UTH_FINDING_MISSING,
                                                     .use = (enum uth_component_use)use};
        }
    }
    return count;
}
