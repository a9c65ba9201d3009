// Everything libuth promises, in one include.
#ifndef UTH_UTH_H
#define UTH_UTH_H

#include "uth/bet.h"
#include "uth/card.h"
#include "uth/check.h"
#include "uth/coach.h"
#include "uth/controller.h"
#include "uth/deal.h"
#include "uth/exact.h"
#include "uth/hand.h"
#include "uth/inventory.h"
#include "uth/ledger.h"
#include "uth/meter.h"
#include "uth/money.h"
#include "uth/notes.h"
#include "uth/paytable.h"
#include "uth/plan.h"
#include "uth/rotation.h"
#include "uth/round.h"
#include "uth/rules.h"
#include "uth/settle.h"
#include "uth/sim.h"
#include "uth/status.h"
#include "uth/view.h"
#include "uth/wager.h"

#endif
