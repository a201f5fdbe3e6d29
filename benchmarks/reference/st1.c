/* Random play of base Schotten Totten in C: how near the engine comes to what a machine can do.

   Both sides lay a uniformly random card at a uniformly random stone with a free slot, and claim
   every stone they can prove. Deck order and choices come from the same counted random numbers as
   the engine's, so that both play the same games: `st1 KEY FIRST N ROUNDS` plays N games, from
   number FIRST on, ROUNDS times over, and prints the games, how many the starting player won,
   all moves, the games won by three adjacent and by five stones, and the least time of a game (ns).

   A card is a number 0-53, six colors to a value, so a set of cards is 54 bits in which
   neighboring values of one color stand six apart. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
enum { CARDS = 54, COLORS = 6, LANES = 9, HAND = 6 };
enum { SUM, RUN, COLOR, SAME_VALUE, COLOR_RUN };

static const u64 ALL = (1ull << CARDS) - 1, HUE = 0x41041041041041ull & ((1ull << CARDS) - 1);

typedef struct {
    u64 unplayed, hand[2], side[2][LANES], witness[2][LANES];
    int drawn, turn, ply, winner, reason;
    int open[2], full[2], ahead[2], claimed[2];
    int count[2][LANES], rank[2][LANES];
    uint8_t deck[CARDS];
} Game;

static int nth_lane[1 << LANES][LANES];

static inline int low(u64 x) { return __builtin_ctzll(x); }
static inline int top(u64 x) { return 63 - __builtin_clzll(x); }
static inline int bits(u64 x) { return __builtin_popcountll(x); }
static inline int value(int card) { return card / COLORS + 1; }
static inline u64 row(int card) { return 63ull << card / COLORS * COLORS; }

/* --- random numbers: splitmix64 --------------------------------------------------------- */

static const u64 GOLDEN = 0x9E3779B97F4A7C15ull;

static inline u64 mix(u64 z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

static inline int upper(u64 z, u64 n) { return (int)((z >> 32) * n >> 32); }
static inline int lower(u64 z, u64 n) { return (int)((z & 0xFFFFFFFF) * n >> 32); }

/* Number k of the set bits of a hand; a loop of fixed length does not mispredict. */
static inline int nth_card(u64 hand, int k) {
    for (int i = 0; i < HAND - 1; i++) hand &= i < k ? hand - 1 : hand;
    return low(hand);
}

/* --- strength and proofs, for stones of three cards ------------------------------------- */

static inline u64 values_of(u64 x) {
    return (x | x >> 1 | x >> 2 | x >> 3 | x >> 4 | x >> 5) & HUE;
}

static inline u64 runs(u64 x) { return x & x >> COLORS & x >> 2 * COLORS; }

static inline int strength(u64 side) {
    int a = low(side), c = top(side), b = low(side & (side - 1));
    int kind = SUM;
    if (side >> a == 0x1041) kind = COLOR_RUN;
    else if (a / COLORS == c / COLORS) kind = SAME_VALUE;
    else if ((side >> a & ~HUE) == 0) kind = COLOR;
    else if (runs(values_of(side))) kind = RUN;
    return kind << 6 | (value(a) + value(b) + value(c));
}

static inline u64 highest(u64 cards, int n) {
    u64 out = 0;
    for (int i = 0; i < n; i++) out |= 1ull << top(cards ^ out);
    return out;
}

/* Lowest places of the windows of three that hold all of `there`, which is not empty. */
static inline u64 windows(u64 there) {
    u64 a = there & -there, c = 1ull << top(there);
    return (a | a >> COLORS | a >> 2 * COLORS) & (c | c >> COLORS | c >> 2 * COLORS);
}

static u64 color_run_fill(u64 side, u64 unplayed) {
    u64 starts = runs(side | unplayed);
    if (side) starts &= windows(side);
    return starts ? 0x1041ull << top(starts) & ~side : 0;
}

static u64 same_value_fill(u64 side, u64 unplayed, int free) {
    if (side) {
        u64 here = unplayed & row(low(side));
        if (side & ~row(low(side)) || bits(here) < free) return 0;
        u64 rest = here & (here - 1);
        return here ^ (free == 2 ? rest & (rest - 1) : rest);
    }
    u64 pairs = 0, more = 0, any = 0; /* values with two, three, one unplayed cards */
    for (int c = 0; c < COLORS; c++) {
        u64 x = unplayed >> c & HUE;
        more |= pairs & x;
        pairs |= any & x;
        any |= x;
    }
    return more ? highest(unplayed & 63ull << top(more), 3) : 0;
}

static u64 color_fill(u64 side, u64 unplayed, int free) {
    if (side) {
        if (side >> low(side) & ~HUE) return 0;
        u64 choices = unplayed & HUE << low(side) % COLORS;
        return bits(choices) < free ? 0 : highest(choices, free);
    }
    u64 best = 0;
    int most = -1;
    for (int c = 0; c < COLORS; c++) {
        u64 choices = unplayed & HUE << c;
        if (bits(choices) < 3) continue;
        int x = top(choices), y = top(choices ^ 1ull << x);
        int z = top(choices ^ 1ull << x ^ 1ull << y);
        int total = value(x) + value(y) + value(z);
        if (total > most) most = total, best = 1ull << x | 1ull << y | 1ull << z;
    }
    return best;
}

static u64 run_fill(u64 side, u64 unplayed) {
    u64 values = values_of(side), fill = 0;
    if (bits(values) != bits(side)) return 0;
    u64 starts = runs(values | values_of(unplayed));
    if (side) starts &= windows(values);
    if (!starts) return 0;
    for (u64 need = 0x1041ull << top(starts) & ~values; need; need &= need - 1) {
        u64 here = unplayed & 63ull << low(need);
        fill |= here & -here;
    }
    return fill;
}

static inline int total(u64 side) {
    int sum = 0;
    for (; side; side &= side - 1) sum += value(low(side));
    return sum;
}

/* Unplayed cards that make an unfinished side stronger than `rank`, or 0. */
static u64 refutation(u64 side, int free, u64 unplayed, int rank) {
    if (bits(unplayed) < free) return 0;
    int least = rank >> 6, score = rank & 63;
    u64 fill;
    if (least == SUM) {
        fill = highest(unplayed, free);
        if (total(side | fill) > score) return fill;
    }
    if (least <= RUN) {
        fill = run_fill(side, unplayed);
        if (fill && (least < RUN || total(side | fill) > score)) return fill;
    }
    if (least <= COLOR) {
        fill = color_fill(side, unplayed, free);
        if (fill && (least < COLOR || total(side | fill) > score)) return fill;
    }
    if (least <= SAME_VALUE) {
        fill = same_value_fill(side, unplayed, free);
        if (fill && (least < SAME_VALUE || total(side | fill) > score)) return fill;
    }
    fill = color_run_fill(side, unplayed);
    return fill && (least < COLOR_RUN || total(side | fill) > score) ? fill : 0;
}

/* --- the game ----------------------------------------------------------------------------- */

static inline void swap(uint8_t *deck, int i, int j) {
    uint8_t card = deck[i];
    deck[i] = deck[j];
    deck[j] = card;
}

static u64 deal(Game *g, u64 stream) {
    memset(g, 0, sizeof *g);
    for (int i = 0; i < CARDS; i++) g->deck[i] = i;
    for (int i = 0; i < CARDS; i += 2, stream += GOLDEN) {
        u64 z = mix(stream);
        swap(g->deck, i, i + upper(z, CARDS - i));
        swap(g->deck, i + 1, i + 1 + lower(z, CARDS - 1 - i));
    }
    g->turn = upper(mix(stream), 2);
    for (int i = 0; i < HAND; i++) {
        g->hand[g->turn] |= 1ull << g->deck[i];
        g->hand[1 - g->turn] |= 1ull << g->deck[HAND + i];
    }
    g->unplayed = ALL;
    g->drawn = 2 * HAND;
    g->open[0] = g->open[1] = (1 << LANES) - 1;
    g->winner = -1;
    return stream + GOLDEN;
}

static inline void lay(Game *g, int p, int card, int lane) {
    u64 bit = 1ull << card;
    g->hand[p] ^= bit;
    g->unplayed ^= bit;
    g->side[p][lane] |= bit;
    if (++g->count[p][lane] == 3) {
        int o = 1 - p, here = 1 << lane;
        g->open[p] ^= here;
        g->full[p] |= here;
        g->rank[p][lane] = strength(g->side[p][lane]);
        /* of equal formations the one completed first wins */
        if (g->full[o] & here) g->ahead[g->rank[p][lane] > g->rank[o][lane] ? p : o] |= here;
    } else {
        u64 *w = &g->witness[1 - p][lane];
        *w = *w & bit ? *w ^ bit : 0;
    }
}

static inline int proven(Game *g, int p, int lane) {
    u64 w = g->witness[p][lane];
    if (w && !(w & ~g->unplayed)) return 0;
    int free = 3 - g->count[1 - p][lane];
    w = refutation(g->side[1 - p][lane], free, g->unplayed, g->rank[p][lane]);
    g->witness[p][lane] = w;
    return w == 0;
}

static inline int provable(Game *g, int p) {
    int free = ~(g->claimed[0] | g->claimed[1]);
    int stones = g->ahead[p] & free;
    for (int unsure = g->full[p] & ~g->full[1 - p] & free; unsure; unsure &= unsure - 1)
        if (proven(g, p, low(unsure))) stones |= unsure & -unsure;
    return stones;
}

/* Claim one by one, as the winner's last stones stay unclaimed. */
static inline void claim(Game *g, int p, int stones) {
    for (; stones && g->winner < 0; stones &= stones - 1) {
        int here = stones & -stones;
        g->claimed[p] |= here;
        g->open[0] &= ~here;
        g->open[1] &= ~here;
        g->ply++;
        int won = g->claimed[p], adjacent = won & won >> 1 & won >> 2;
        if (adjacent || bits(won) >= 5) g->winner = p, g->reason = !adjacent;
    }
}

/* In base play a stone is always claimable in the end, so no game here needs a count. */
static void play(Game *g, u64 stream) {
    for (; g->winner < 0; g->turn ^= 1) {
        int p = g->turn;
        if (g->hand[p] && g->open[p]) {
            u64 z = mix(stream);
            int card = nth_card(g->hand[p], upper(z, bits(g->hand[p])));
            lay(g, p, card, nth_lane[g->open[p]][lower(z, bits(g->open[p]))]);
        }
        stream += GOLDEN;
        g->ply++;
        int stones = provable(g, p);
        stream += GOLDEN * bits(stones);
        if (stones) claim(g, p, stones);
        if (g->drawn < CARDS && bits(g->hand[p]) < HAND) g->hand[p] |= 1ull << g->deck[g->drawn++];
    }
}

int main(int argc, char **argv) {
    if (argc != 5) return fprintf(stderr, "usage: st1 KEY FIRST N ROUNDS\n"), 2;
    u64 key = strtoull(argv[1], NULL, 10), first = strtoull(argv[2], NULL, 10);
    u64 n = strtoull(argv[3], NULL, 10), won = 0, plies = 0, reasons[2] = {0, 0};
    for (int mask = 0; mask < 1 << LANES; mask++)
        for (int lane = 0, k = 0; lane < LANES; lane++)
            if (mask >> lane & 1) nth_lane[mask][k++] = lane;
    double best = 1e9;
    for (int round = atoi(argv[4]); round > 0; round--) {
        clock_t begun = clock();
        won = plies = reasons[0] = reasons[1] = 0;
        for (u64 i = first; i < first + n; i++) {
            Game g;
            u64 stream = deal(&g, mix((mix(key) ^ i) + GOLDEN));
            int starter = g.turn;
            play(&g, stream);
            won += g.winner == starter;
            plies += g.ply;
            reasons[g.reason]++;
        }
        double spent = (double)(clock() - begun) / CLOCKS_PER_SEC;
        if (spent < best) best = spent;
    }
    printf("%llu %llu %llu %llu %llu %.1f\n", (unsigned long long)n, (unsigned long long)won,
           (unsigned long long)plies, (unsigned long long)reasons[0],
           (unsigned long long)reasons[1], best / (double)n * 1e9);
    return 0;
}
