// What jansson's own sources ask besides.
#ifndef JANSSON_PRIVATE_CONFIG_H
#define JANSSON_PRIVATE_CONFIG_H

#define INITIAL_HASHTABLE_ORDER 3

#endif
