#include "wire/exact_json.h"

#include "wire/coach_words.h"
#include "wire/exact_text.h"

static const char *const street_names[UTH_STREET_COUNT] = {"preflop", "flop", "river"};

struct uth_ratio wire_odds_value(const struct uth_odds_answer *answer, unsigned action)
{
    return uth_ratio_of(answer->action[action].value, answer->deals * answer->unit);
}

struct uth_ratio wire_hand_value(int32_t unit, int64_t value)
{
    return uth_ratio_of(value, UTH_EXACT_DEALS_PER_HOLE * unit);
}

unsigned wire_raise_count(const struct uth_rules *rules)
{
    unsigned count = 0;
    while (count < UTH_RAISES_MAX && rules->raises[UTH_STREET_PREFLOP][count] != 0) {
        count++;
    }
    return count;
}

struct uth_coach wire_coach_of(const struct uth_odds_query *query)
{
    return uth_coach_of(query->hole, query->board, query->board_count,
                        uth_cards_from(query->dead, query->dead_count));
}

static json_t *coach_json(const struct uth_odds_query *query, const struct uth_odds_answer *answer)
{
    char words[WIRE_COACH_MAX];
    const struct uth_coach coach = wire_coach_of(query);
    json_t *object = json_pack("{s:s, s:s}", "rule", uth_coach_rule_name(coach.rule), "words",
                               wire_coach_words(&coach, answer, words));
    if (query->board_count == 5) {
        (void)json_object_set_new(object, "outs", json_integer(coach.outs));
        (void)json_object_set_new(object, "unseen", json_integer(coach.unseen));
    }
    return object;
}

json_t *wire_odds_json(const struct uth_rules *rules, const struct uth_odds_query *query,
                       const struct uth_odds_answer *answer)
{
    char cards[4 * UTH_DECK_SIZE];
    char best[8];
    json_t *document = json_object();
    json_t *actions = json_array();
    for (unsigned i = 0; i < answer->action_count; i++) {
        char name[8];
        json_t *action = json_object();
        exact_action_name(answer->action[i].play, answer->street, name);
        (void)json_object_set_new(action, "action", json_string(name));
        exact_set(action, "ev", wire_odds_value(answer, i));
        (void)json_array_append_new(actions, action);
    }
    exact_action_name(answer->action[answer->best].play, answer->street, best);
    uth_cards_text(query->hole, 2, cards);
    (void)json_object_set_new(document, "cards", json_string(cards));
    uth_cards_text(query->board, query->board_count, cards);
    (void)json_object_set_new(document, "board", json_string(cards));
    uth_cards_text(query->dead, query->dead_count, cards);
    (void)json_object_set_new(document, "dead", json_string(cards));
    (void)json_object_set_new(document, "rules", json_string(rules->name));
    (void)json_object_set_new(document, "street", json_string(street_names[answer->street]));
    (void)json_object_set_new(document, "deals", json_integer(answer->deals));
    (void)json_object_set_new(document, "actions", actions);
    (void)json_object_set_new(document, "best", json_string(best));
    (void)json_object_set_new(document, "coach", coach_json(query, answer));
    return document;
}

static json_t *hand_json(const struct uth_exact_hand *hand, int32_t unit,
                         const struct uth_rules *rules, unsigned hand_class)
{
    char name[8];
    json_t *object = json_object();
    exact_class_name(hand_class, name);
    (void)json_object_set_new(object, "hand", json_string(name));
    (void)json_object_set_new(object, "combinations", json_integer(hand->holes));
    exact_action_name(hand->best, UTH_STREET_PREFLOP, name);
    (void)json_object_set_new(object, "best", json_string(name));
    for (unsigned i = 0; i < wire_raise_count(rules); i++) {
        exact_action_name(rules->raises[UTH_STREET_PREFLOP][i], UTH_STREET_PREFLOP, name);
        exact_set(object, name, wire_hand_value(unit, hand->raise[i]));
    }
    exact_set(object, "check", wire_hand_value(unit, hand->check));
    return object;
}

json_t *wire_chart_json(const struct uth_exact_hand hands[UTH_EXACT_CLASSES], int32_t unit,
                        const struct uth_rules *rules)
{
    json_t *list = json_array();
    for (unsigned i = UTH_EXACT_CLASSES; i-- > 0;) {
        (void)json_array_append_new(list, hand_json(&hands[i], unit, rules, i));
    }
    return json_pack("{s:s, s:o}", "rules", rules->name, "hands", list);
}

json_t *wire_strategy_json(const struct uth_exact *exact, const struct uth_rules *rules)
{
    struct uth_exact_hand hands[UTH_EXACT_CLASSES];
    for (unsigned i = 0; i < UTH_EXACT_CLASSES; i++) {
        uth_exact_hand(exact, i, &hands[i]);
    }
    return wire_chart_json(hands, uth_exact_unit(exact), rules);
}

// Deals and units of a share as parts of all deals and of an ante a round.
static json_t *share_json(const struct uth_plan_share *share, unsigned play, enum uth_street street,
                          int32_t unit)
{
    char name[8];
    json_t *object = json_object();
    exact_action_name(play, street, name);
    (void)json_object_set_new(object, "street", json_string(street_names[street]));
    (void)json_object_set_new(object, "action", json_string(name));
    exact_set(object, "frequency", uth_ratio_of(share->deals, UTH_EXACT_DEALS));
    exact_set(object, "cost", uth_ratio_of(share->cost, UTH_EXACT_DEALS * unit));
    return object;
}

json_t *wire_plan_json(const struct uth_exact *exact, const struct uth_rules *rules,
                       const struct uth_plan *plan, const struct uth_plan_result *result)
{
    const int32_t unit = uth_exact_unit(exact);
    int64_t cost = 0;
    json_t *conditions = json_array();
    json_t *otherwise = json_array();
    for (unsigned i = 0; i < plan->rule_count; i++) {
        const struct uth_plan_rule *rule = &plan->rule[i];
        json_t *row = share_json(&result->rule[i], rule->play, rule->street, unit);
        (void)json_object_set_new(row, "condition", json_string(rule->words));
        (void)json_array_append_new(conditions, row);
        cost += result->rule[i].cost;
    }
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        (void)json_array_append_new(
            otherwise, share_json(&result->none[street], 0, (enum uth_street)street, unit));
        cost += result->none[street].cost;
    }
    json_t *document = json_pack("{s:s}", "rules", rules->name);
    exact_set(document, "ev", uth_play_value(&result->play));
    exact_set(document, "optimal", uth_ratio_of(result->play.value + cost, UTH_EXACT_DEALS * unit));
    exact_set(document, "cost", uth_ratio_of(cost, UTH_EXACT_DEALS * unit));
    exact_set(document, "average_wager", uth_play_wagered(&result->play));
    exact_set(document, "element_of_risk", uth_play_risk(&result->play));
    (void)json_object_set_new(document, "conditions", conditions);
    (void)json_object_set_new(document, "otherwise", otherwise);
    return document;
}
