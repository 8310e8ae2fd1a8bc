# SPDX-License-Identifier: GPL-3.0-or-later
"""STREAK in plain Python, written before offline/size/streak*.c and apart from it: the judge of tests/tool/statistics/streak_random.py.
estimate(n, pairs, total_cost=None) -> dict; pairs = [(i, A, B)], i = 0-based index of the first instance,
A, B = iterables of integer cell ids (addresses divided by the cell size), total_cost = sum of |R_i| over the run or None.
Members of records that are seldom read (streak_seldom_members.c) are not in it."""
from math import gcd, log, exp, sqrt, lgamma, expm1, hypot, inf

J, KAPPA, FLOOR = 20, 1.5, 0.25
PRIOR = {'one': .45, 'pois': .20, 'par': .35}
P_ATOM = 0.3
ZQ, WQ = (-1.3, 0.0, 1.3), (0.3, 0.4, 0.3)
WC = [.05, .15, .3, .45, .6, .75, .85, .92, .97]
ALS = [0.4, 0.7, 1.0, 1.4, 2.0, 3.0]
DX = 0.2

def linspace(a, b, m): return [a + (b - a) * k / (m - 1) for k in range(m)]

# ---------------------------------------------------------------- step 1: per cell histories
def summarise(n, pairs):
    K = len(pairs); hist = {}
    for k, (i, A, B) in enumerate(pairs):
        for c in set(A): hist.setdefault(c, []).append(2 * k)
        for c in set(B): hist.setdefault(c, []).append(2 * k + 1)
    s = dict(n=n, K=K, t=[p[0] for p in pairs], S=len(hist), size=[], f={}, uA=[0] * K, uB=[0] * K, novA=[0] * K, novB=[0] * K, uAB=[0] * K,
             L={}, f1T=0, f1AB=0, nBA=0, nAB=0, recT=0, recAll=0)
    for i, A, B in pairs: s['size'] += [len(set(A)), len(set(B))]
    groups = {}; first = {}; single = set(); several = set()
    for c, h in hist.items():
        h.sort(); ep = []
        for x in h:
            if ep and x == ep[-1][1] + 1: ep[-1][1] = x
            else: ep.append([x, x])
        long_ = any(a // 2 != b // 2 for a, b in ep)
        first[c] = h[0]
        if len(ep) > 1: several.add(c)
        if h[0] % 2 == 1: s['novB'][h[0] // 2] += 1
        if h[-1] % 2 == 0: s['novA'][h[-1] // 2] += 1
        if len(ep) == 1:
            a, b = ep[0]; sp = b // 2 - a // 2 + 1; s['L'][sp] = s['L'].get(sp, 0) + 1
        if long_:
            if len(ep) == 1 and ep[0][0] % 2 == 1 and ep[0][1] == ep[0][0] + 1: s['nBA'] += 1
            continue
        m = len(ep); s['f'][m] = s['f'].get(m, 0) + 1
        if m == 1:
            single.add(c); a, b = ep[0]; k = a // 2
            if a != b: s['f1AB'] += 1; s['uAB'][k] += 1
            else:
                s['f1T'] += 1
                if a % 2 == 0: s['uA'][k] += 1
                else: s['uB'][k] += 1
        else:
            s['recAll'] += m; s['recT'] += sum(1 for a, b in ep if a == b)
            key = tuple(h); groups[key] = groups.get(key, 0) + 1
            if m == 2 and ep[0][0] == ep[0][1] and ep[1][0] == ep[1][1] and ep[0][0] % 2 == 0 and ep[1][0] == ep[0][0] + 3: s['nAB'] += 1
    s['ntog'] = sum(1 for k in range(K) if s['uA'][k] + s['uB'][k] > 0)
    s['chat'] = sum(w * w for w in groups.values()) / sum(groups.values()) if groups else 1.0
    s['first'] = first; s['single'] = single; s['several'] = several
    return s

# ---------------------------------------------------------------- step 2: hidden streaks
def hidden(s, total_cost=None):
    n, K, t = s['n'], s['K'], s['t']
    head, tail = t[0], n - t[-1] - 2
    gap = sum(t[k + 1] - t[k] - 2 for k in range(K - 1))
    rate = (sum(s['uB'][:-1]) + sum(s['uA'][1:])) / (2.0 * (K - 1)) if K > 1 else 0.0
    h = max(1, (K + 1) // 2)
    H = gap * rate + tail * sum(s['novB'][K - h:]) / h + head * sum(s['novA'][:h]) / h
    if total_cost is not None and K >= 5 and n > 2 * K:           # regression (GREG) calibration, section 4.6
        y = s['uB'][:-1] + s['uA'][1:]; x = s['size'][1::2][:-1] + s['size'][0::2][1:]; m = len(y)
        my, mx = sum(y) / m, sum(x) / m
        vx = sum((q - mx) ** 2 for q in x) / m; vy = sum((q - my) ** 2 for q in y) / m
        if vx > 0 and vy > 0 and my > 0:
            cv = sum((a - mx) * (b - my) for a, b in zip(x, y)) / m
            if cv / sqrt(vx * vy) >= 0.5:
                xb = (total_cost - sum(s['size'])) / (n - 2.0 * K)
                H = max(0.0, H * (1 + cv / vx * (xb - mx) / my))
    return H

def still(s, H, cv):
    """Not in the study: where no pair sees a streak begin or end, though 3 pairs or more have cells of their own, the posterior
    of the streaks' length l (uniform in ln l) tells how many are hidden: with hits ~ Poisson(a = l K / n) a streak, those
    of one or two hits seen."""
    K = s['K']; m = sum(1 for q in s['uAB'] if q)
    if H > 0 or sum(s['uB'][:-1]) + sum(s['uA'][1:]) + sum(q for j, q in s['f'].items() if j > 1) or m < 3: return H, cv
    w = s['f1AB'] / m; d = s['L'].get(2, 0) / w; G = 256
    ls = [exp(log(s['n']) * i / (G - 1)) for i in range(G)]; a = [l * K / s['n'] for l in ls]
    lw = [m * log(1 / (1 + x / 2)) + d * log(x / (1 + x / 2)) - m / l for x, l in zip(a, ls)]
    mx = max(lw); p = [exp(q - mx) for q in lw]; tot = sum(p); acc = 0.0; q50 = q975 = None
    for x, q in zip(a, p):
        acc += q / tot; h = w * (m + d) / (x + x * x / 2)
        if q975 is None and acc >= 0.025: q975 = h
        if q50 is None and acc >= 0.5: q50 = h
    return q50, sqrt(expm1((log(q975 / q50) / 2) ** 2))

# ---------------------------------------------------------------- step 3: multiplicity posterior
class Model:
    def __init__(c, v):
        c.v = v; c.lammax = min(5.0 * J / v, 3e7)
        c.xl = []; x = log(0.02)
        k = 0
        while log(0.02) + k * DX < log(40.0 * J / v): c.xl.append(log(0.02) + k * DX); k += 1
        c.P = [c.poisrow(exp(x)) for x in c.xl]
        c.U = [exp(-exp(x) * v) * -expm1(-exp(x) * (1 - v)) for x in c.xl]
    def poisrow(c, lam):
        m = lam * c.v; return [exp(j * log(m) - m - lgamma(j + 1)) for j in range(1, J + 1)]
    def pois(c, x):
        r = c.poisrow(exp(x)); d = max(sum(r), 1e-300); lam = exp(x)
        return [q / d for q in r], exp(-lam * c.v) * -expm1(-lam * (1 - c.v)) / d
    def par(c, x0, al):
        r = [0.0] * J; u = 0.0
        for x, P, U in zip(c.xl, c.P, c.U):
            w = min(max((x - x0) / DX + 0.5, 0.0), 1.0)
            if w <= 0: continue
            w *= exp(-al * (x - x0)); u += w * U
            for j in range(J): r[j] += w * P[j]
        d = max(sum(r), 1e-300)
        return [q / d for q in r], u / d

def posterior(f, H1, chat, cv):
    d = [float(f.get(j, 0)) for j in range(1, J + 1)]; nT = sum(d); f1 = d[0]; T = chat * KAPPA
    js = [j for j in range(J) if d[j] > 0]
    pts = []; fam = {}
    sig = sqrt(log(1 + min(cv, 3.0) ** 2))
    for zq, wq in ([(0.0, 1.0)] if cv <= 1e-3 else list(zip(ZQ, WQ))):
        H = H1 * exp(zq * sig); v = min(max(f1 / (f1 + H), 1e-9), 1 - 1e-6); c = Model(v); u1 = (1 - v) / v
        local = []
        if sum(d[1:]) == 0: local.append((log(PRIOR['one']), u1, 'one'))
        def ll(z, w): return sum(d[j] * log(max(w * (j == 0) + (1 - w) * z[j], 1e-300)) for j in js) / T
        def family(nm, axes, base, nfine):
            def grid(ax):
                return [(x,) for x in ax[0]] if len(ax) == 1 else [(x, y) for x in ax[0] for y in ax[1]]
            for atom in (0, 1):
                ws = WC if atom else [0.0]
                co = []
                for par in grid(axes):
                    z, u = base(*par)
                    for w in ws: co.append((ll(z, w), par, w))
                mx = max(q[0] for q in co); near = [q for q in co if q[0] > mx - 7.0]
                fine = []; vol = 1.0
                for a, ax in enumerate(axes):
                    ks = [ax.index(q[1][a]) for q in near]; lo, hi = max(min(ks) - 1, 0), min(max(ks) + 1, len(ax) - 1)
                    fine.append(linspace(ax[lo], ax[hi], nfine[atom][a])); vol *= (hi - lo + 1) / len(ax)
                if atom:
                    ks = [WC.index(q[2]) for q in near]
                    wl = 0.0 if min(ks) <= 1 else WC[min(ks) - 1]; wh = 1.0 if max(ks) >= len(WC) - 2 else WC[max(ks) + 1]
                    ws = linspace(wl, wh, 26)[1:-1]; vol *= wh - wl
                g = grid(fine); lp0 = log(PRIOR[nm] * (P_ATOM if atom else 1 - P_ATOM)) + log(vol / (len(g) * len(ws)))
                for par in g:
                    z, u = base(*par)
                    for w in ws: local.append((ll(z, w) + lp0, w * u1 + (1 - w) * u, ('f+' if atom else '') + nm))
        family('pois', [linspace(log(.05), log(c.lammax), 44)], c.pois, [[48], [24]])
        family('par', [linspace(log(.1), log(c.lammax), 24), ALS], c.par, [[24, 12], [12, 8]])
        mx = max(q[0] for q in local); tot = sum(exp(q[0] - mx) for q in local)
        for lp, u, nm in local:
            w = exp(lp - mx) / tot * wq
            pts.append((min(nT * u, H), w)); fam[nm] = fam.get(nm, 0) + w
    pts = sorted(p for p in pts if p[1] > 1e-9); W = sum(p[1] for p in pts)
    cm = []; a = 0.0
    for vv, w in pts: a += w / W; cm.append(a - 0.5 * w / W)
    def quant(q):
        lv = [log(max(p[0], 1e-12)) for p in pts]
        if q <= cm[0]: return exp(lv[0])
        if q >= cm[-1]: return exp(lv[-1])
        lo, hi = 0, len(cm) - 1
        while hi - lo > 1:
            m = (lo + hi) // 2
            if cm[m] <= q: lo = m
            else: hi = m
        return exp(lv[lo] + (lv[hi] - lv[lo]) * (q - cm[lo]) / (cm[hi] - cm[lo]))
    return quant(.025), quant(.5), quant(.975), fam

# ---------------------------------------------------------------- step 4: helpers
def cv_H1(s, G=20):
    K = s['K']
    if K < 2: return 1.0
    u = [0.0] * K
    for k in range(K - 1): u[k] += s['uB'][k]
    for k in range(1, K): u[k] += s['uA'][k]
    m = min(G, K); tot = [0.0] * m; cnt = [0] * m
    for k in range(K): tot[k % m] += u[k]; cnt[k % m] += 1
    su = sum(u)
    if su <= 0: return 0.0
    jk = [(su - tot[g]) / (K - cnt[g]) for g in range(m)]; mj = sum(jk) / m
    return sqrt((m - 1) / m * sum((q - mj) ** 2 for q in jk)) / (su / K) * (1 + 3 / sqrt(K))

def median(v):
    v = sorted(v); m = len(v); return v[m // 2] if m % 2 else 0.5 * (v[m // 2 - 1] + v[m // 2])

def padded(d, pair, hw):
    """Not in the study: where 3/4 of the 16 gaps inside instances about a gap are alike (g), 9/10 of the runs before them too (r),
    and 9/10 of the 16 gaps between instances are g + k (r + g), elements are padded by so much; the first g of a gap are no
    slots, and of the others only the share that elements have."""
    import bisect
    m0 = len(d) + 1; run = [1] * m0
    for i in range(1, m0): run[i] = 1 if d[i - 1] else run[i - 1] + 1
    inside = [i for i in range(m0 - 1) if d[i] > 0 and pair[i] == pair[i + 1]]
    between = [i for i in range(m0 - 1) if d[i] > 0 and pair[i] != pair[i + 1]]
    def near(lst, i):
        q = min(bisect.bisect_left(lst, i), len(lst) - 1)
        return [lst[k] for k in range(max(0, q - hw), min(len(lst), q + hw + 1)) if k != q]
    def pad(i):
        a = near(inside, i); b = near(between, i)
        if len(a) < hw: return 0, 1
        g = sorted(d[k] for k in a)[len(a) // 2]; r = sorted(run[k] for k in a)[len(a) // 2]
        ok = sum(d[k] == g for k in a) >= .75 * len(a) and sum(run[k] == r for k in a) >= .9 * len(a)
        return (g, r) if ok and sum(d[k] >= g and (d[k] - g) % (r + g) == 0 for k in b) >= .9 * len(b) else (0, 1)
    at = [pad(i) for i in range(m0 - 1)]
    dense = [r / (r + g) if w else 0 for w, (g, r) in zip(d, at)]
    return [max(0, w - g) * (r / (r + g)) for w, (g, r) in zip(d, at)], dense

def lattice(x, pair, single):
    """Not in the study: the cells x of a range, which the pairs saw first, as members of records.  Of all periods of 2 to 64
    units (of the largest power of two that all rows begin at and are long) that make them likelier by exp (10), pairs' rows of members
    taken as drawn at random, the one with the least share of members, members that no pair saw (Chao 1984) included: at most 0.8.  No record is longer than 4096.
    What 50 times fewer pairs read than most is no member.  Result: the share, slots between two addresses, and of each row of neighbouring
    members whether a cell is in it, and its slots."""
    rows = []
    for c, p, q in zip(x, pair, single):
        if rows and rows[-1][1] == c and rows[-1][2:] == (p, q): rows[-1] = (rows[-1][0], c + 1, p, q)
        else: rows.append((c, c + 1, p, q))
    a = 0
    for b, e, _, _ in rows: a |= (b - x[0]) | (e - b)
    a &= -a; best = None
    for P in range(2, min(64, 4096 // a) + 1):
        masks = {}
        for b, e, p, _ in rows:
            masks.setdefault(p, set()).update(((b - x[0]) // a + k) % P for k in range(min((e - b) // a, P)))
        def count_rows(m): return 1 if len(m) == P else sum((r - 1) % P not in m for r in m)
        times = {}
        for m in masks.values():
            for r in m: times[r] = times.get(r, 0) + 1
        times = {r: q for r, q in times.items() if 50 * q >= max(times.values())}
        obs, others = sum(count_rows(m & set(times)) for m in masks.values()), sum(count_rows(m - set(times)) for m in masks.values())
        k = len(times); n1 = sum(q == 1 for q in times.values()); n2 = sum(q == 2 for q in times.values())
        unseen = 1 + n1 * (n1 - 1) / (2 * (n2 + 1)) / k; share = min(1, k * unseen / P); rest = others / (obs + others)
        if len(masks) < 5 or share > .8: continue
        gain = obs * log((1 - rest) / share) + (others * log(rest) if others else 0) - (lgamma(P + 1) - lgamma(k + 1) - lgamma(P - k + 1)) - log(64)
        if gain >= 10 and (best is None or share * 1.01 < best[0]): best = (share, P, set(times), unseen)
    if best is None: return None
    share, P, members, unseen = best
    def slots_of(some):
        def before(u): return u // P * len(some) + sum(r in some for r in range(u % P))
        return lambda b, e: (before((e - x[0]) // a) - before((b - x[0]) // a)) * a * unseen
    begins = [r for r in sorted(members) if (r - 1) % P not in members]; each = []
    for r in begins:
        row = {r}
        while (r + 1) % P in members and len(row) < P: r += 1; row.add(r % P)
        each.append((lambda c, row=row: (c - x[0]) // a % P in row, slots_of(row)))
    return share, slots_of(members), each

class Share:
    """Not in the study: what share of its ranges a run reads, where other data lie between.  By octaves of the distance ahead
    (from the middle of a row to that of another): cells of the same pair and of others, sums of their distances, rows of others;
    and the cells that have so much of their range ahead."""
    def __init__(self):
        self.base, self.own, self.own_d, self.oth, self.oth_d, self.met = ([0.0] * 20 for _ in range(6)); self.cells = self.squares = 0.0
    def add(self, x, place, single):
        rows = []
        for c, p, q in zip(x, place, single):
            if rows and rows[-1][0] + rows[-1][1] == c and rows[-1][2:] == (p, q): rows[-1] = (rows[-1][0], rows[-1][1] + 1, p, q)
            else: rows.append((c, 1, p, q))
        room = float(rows[-1][0] - rows[0][0]); reach = min(64 * room / len(rows), room); n = 1
        while n < 20 and 2.0 ** (n + 1) <= reach: n += 1
        for i in range(0, len(rows), len(rows) // 16384 + 1):
            f, l, p, _ = rows[i]; self.cells += l; self.squares += l * l
            for k in range(n): self.base[k] += l if f + (2 << k) <= rows[-1][0] else 0
            for f2, l2, p2, _ in rows[i + 1:]:
                d = (2 * f2 + l2 - 2 * f - l) // 2; k = max(d, 1).bit_length() - 1
                if k >= n: break
                if f + (2 << k) > rows[-1][0]: continue
                if p // 2 == p2 // 2: self.own[k] += l * l2; self.own_d[k] += l * l2 * d
                else: self.oth[k] += l * l2; self.oth_d[k] += l * l2 * d; self.met[k] += 1
    def share(self):
        """Where three octaves in a row differ by a quarter at most, what is beyond is even: the cells of a pair about a cell, by what others
        leave free there, both weighted down to 0 at the middle octave.  The mean of these, by their errors of at most .3."""
        total = weights = 0.0
        for k in range(1, 19):
            if not self.base[k + 1] > 0: break
            d = [self.oth[i] / self.base[i] / 2 ** i for i in (k - 1, k, k + 1)]
            if not 0 < max(d) <= 1.25 * min(d): continue
            room = 2.0 ** k
            def density(v): return (v[k - 1] + v[k]) / (self.base[k - 1] + 2 * self.base[k]) / 2.0 ** (k - 1)
            def weigh(v, w): return sum((v[i] - w[i] / room) / self.base[i] for i in range(k))
            own = self.squares / self.cells + 2 * weigh(self.own, self.own_d) - room * density(self.own)
            taken = room - 2 * weigh(self.oth, self.oth_d) / density(self.oth)
            if not (taken > 0 and own > 0): continue
            error = room * sqrt(1 / (sum(self.met[:k]) + 1) + 1 / (self.met[k - 1] + self.met[k])) / taken
            if error > .3: continue
            total += min(1.0, own / taken) / error ** 2; weights += 1 / error ** 2
        return total / weights if weights else None

def dearer(s, total_cost):
    """Not in the study: the cells that may have been read for what instances cost more than the sample tells, as many for an iteration
    (one besides those of each instance) as there; and whether such iterations may read on where a row of cells ends,
    which then is one of two iterations or more."""
    if total_cost is None: return 0.0, False
    c = sum(s['size']); m = 2 * s['K']; more = total_cost / s['n'] - c / m
    if not total_cost / s['n'] > 1.25 * c / m: return 0.0, False
    x = sorted(s['first']); runs = 1 + sum(1 for a, b in zip(x, x[1:]) if b - a != 1); each = c / (c + m)
    return more * s['n'] * each, bool(x) and len(x) / runs > 2 * each

def gap_of(s, place):
    """The untraced instances that a place stands for: half of the gap that it borders on, or all before the first pair or behind the last."""
    k, nxt = place // 2, place // 2 + place % 2
    if 0 < nxt < s['K']: return (s['t'][nxt] - s['t'][nxt - 1] - 2) / 2
    return s['n'] - s['t'][k] - 2 if nxt else s['t'][0]

def order_of(spots):
    """Of places (pair, address): the mean square step from pair to pair by the variance (von Neumann 1941)."""
    at = {}
    for k, a in spots: at.setdefault(k, []).append(a)
    y = [sum(at[k]) / len(at[k]) for k in sorted(at)]; n = len(y)
    if n < 8: return 'unknown'
    mean = sum(y) / n; v = sum((a - mean) ** 2 for a in y) / n; step = sum((b - a) ** 2 for a, b in zip(y, y[1:])) / (n - 1)
    return 'random' if step >= 1.5 * v else 'passes' if step < v else 'unknown'

def row_parts(s, x, row):
    """Of records: the parts of the cells x that are in a row of members."""
    is_in, slots = row; at = [i for i, c in enumerate(x) if is_in(c)]
    if not at: return []
    ends = [x[i] for i in at[1:]] + [x[-1] + 1]
    holes = [slots(x[i] + 1, e) if e > x[i] + 1 else 0 for i, e in zip(at, ends)]
    return parts(s, [x[i] for i in at], holes, slots(x[0], x[at[0]]) if at[0] else 0)

def parts(s, x, holes, before=0):
    """Not in the study: a range's cells x, with `holes` behind each, and before the first, in parts of 32 meetings of two pairs: [cells, holes, those not met in
    one short episode only, single ones by the gaps that they stand for, meetings, those with several episodes, rows of cells that are alike, order]."""
    found, part, spots = [], [0, before, 0, 0.0, 0, 0, 0], []
    kind = lambda c: (s['first'][c], c in s['single'], c in s['several'])
    for i, c in enumerate(x):
        last = i + 1 == len(x); place = s['first'][c]; meets = not last and place // 2 != s['first'][x[i + 1]] // 2
        again = c not in s['single']; row = i == 0 or x[i - 1] + 1 != c or kind(x[i - 1]) != kind(c)
        for k, v in enumerate((1, holes[i], again, 0 if again else gap_of(s, place), meets, c in s['several'], row)): part[k] += v
        if (meets or last) and len(spots) < 32: spots.append((place // 2, c + 1))
        if part[4] == 32 or last: found.append(part + [order_of(spots)]); part, spots = [0, 0, 0, 0.0, 0, 0, 0], []
    return found

def met_ratio(found, passes, usual):
    """Of parts: how many times as often as by chance cells are met again, with ten rows more for which it is the usual number."""
    cells, rows = sum(p[0] for p in found), sum(p[6] for p in found); more = 10 * cells / rows if rows else 0.0; chance = 0.0
    if not more > 0: return usual
    for p in found:
        m = log(1 + p[0] / p[1]) if p[1] > 0 else 0.0
        if m > 0: chance += p[0] * (1 - m / expm1(m))
    return (sum(p[5 if passes else 2] for p in found) + usual * more) / (chance + more)

def unread(all_parts, H1, dear):
    """Not in the study: the unseen slots that no instance reads, if the parts have the streaks that are hidden as they have single cells."""
    births, slots, total = sum(p[3] for p in all_parts), sum(p[1] for p in all_parts), 0.0
    once = .9 * slots < H1 < 1.6 * slots; pool = [p for p in all_parts if p[1] >= 4 * p[0]]
    border = max((p for p in pool if p[2] > 0), key=lambda p: p[2] / p[0], default=None)
    rest = [p for p in pool if p is not border] if len(pool) >= 4 else pool
    for p in all_parts if births > 0 else []:
        if not p[1] > 0: continue
        v = (H1 * p[3] / births + dear * p[1] / slots) / p[1]; order = p[7]; own = [p] if p[1] < 4 * p[0] else []
        def random_left(usual):
            ratio = met_ratio(own, order == 'passes', met_ratio(rest, order == 'passes', usual)); shape = max(.25, 1 / (ratio - 1) if ratio > 1.25 else 4)
            return (1 + v / shape) ** -shape, shape
        left, shape = random_left(1.25)
        if order == 'passes': total += p[1] * (left if shape < 1.5 else max(0.0, 1 - v))
        elif once: total += p[1] * (1 - sqrt(1 - left))
        elif order == 'random': total += p[1] * left
        else: total += p[1] * (1 - sqrt(min(1, v) * (1 - random_left(2.0)[0])))
    return total

def extents(s, whole, H1, dear, mult=50.0, minruns=5, hw=8):
    x = sorted(s['first']); m0 = len(x)
    if m0 < minruns: return None
    d = [x[i + 1] - x[i] - 1 for i in range(m0 - 1)]
    pair = [s['first'][c] // 2 for c in x]
    d, dense = (d, [1 if w else 0 for w in d]) if whole else padded(d, pair, hw)
    gi = [i for i in range(m0 - 1) if d[i] > 0 and pair[i] != pair[i + 1]]; m = len(gi)
    meet = [pair[i] != pair[i + 1] for i in range(m0 - 1)]
    # Not in the study: ranges that are seen all over have few gaps.
    med = [8 / mult * m0 / (1 + sum(meet))] * max(m, 1) if m < minruns else [median([d[gi[k]] for k in range(max(0, q - hw), min(m, q + hw + 1)) if k != q]) for q in range(m)]
    import bisect
    b = [0]
    when = [s['t'][s['first'][c] >> 1] + (s['first'][c] & 1) for c in x]
    speed = [d[i] / (when[i + 1] - when[i]) for i in gi]
    def goes_on(i, q):
        """Not in the study: a gap between pairs ends no range if 3/4 of its 16 neighbours go the same way with time, and it is at
        most 4 times as wide by the time between its pairs as these are by theirs."""
        if q >= m or gi[q] != i: return False
        near = [speed[k] for k in range(max(0, q - hw), min(m, q + hw + 1)) if k != q]
        same = [abs(v) for v in near if v * speed[q] > 0]
        return len(near) >= 5 and len(same) >= .75 * len(near) and abs(speed[q]) <= 4 * median(same)
    for i in range(m0 - 1):
        q = min(bisect.bisect_left(gi, i), max(m, 1) - 1)
        if d[i] > mult * max(med[q], 1.0) and not goes_on(i, q): b.append(i + 1)
    b.append(m0); U = 0.0; bad = 0; runs = 0; touches = chance = 0.0; share = Share(); isg = set(gi); all_parts = []
    ends = s['t'][0] + (s['n'] - s['t'][-1] - 2)
    regular = gcd(*(v - u for u, v in zip(s['t'], s['t'][1:]))) > 2
    for a, e in zip(b[:-1], b[1:]):
        g = [d[i] for i in range(a, e - 1) if i in isg]
        holes, meets = sum(d[a:e - 1]), sum(meet[a:e - 1])
        members = None if whole or regular else lattice(x[a:e], pair[a:e], [c in s['single'] for c in x[a:e]])
        slots = [members[1](x[i] + 1, x[i + 1]) if x[i + 1] > x[i] + 1 else 0 for i in range(a, e - 1)] if members else []
        if members and not sum(slots) < .9 * holes: members = None
        if members:
            g = [w for w, i in zip(slots, range(a, e - 1)) if w > 0 and pair[i] != pair[i + 1]]; holes = sum(slots)
            dense[a:e - 1] = [members[0] if x[i + 1] > x[i] + 1 else 0 for i in range(a, e - 1)]
        if len(g) < minruns and (meets < minruns or holes > e - a): bad += sum(1 for c in x[a:e] if c in s['single']); continue
        edge = 2.0 * sum(g) / len(g) if g else 2.0 * (e - a) / (meets + 1)
        ty = [s['t'][s['first'][c] >> 1] + (s['first'][c] & 1) for c in x[a:e]]; xx = [c - x[a] for c in x[a:e]]; q = e - a
        mx, mt = sum(xx) / q, sum(ty) / q
        vx = sum((z - mx) ** 2 for z in xx) / q; vt = sum((z - mt) ** 2 for z in ty) / q
        if vx > 0 and vt > 0:
            cv = sum((y - mx) * (z - mt) for y, z in zip(xx, ty)) / q
            if cv * cv > 0.5 * vx * vt: edge = max(edge, abs(cv / vt) * ends * (sum(dense[a:e - 1]) / max(1, sum(1 for q in dense[a:e - 1] if q)) if any(dense[a:e - 1]) else 1))
        U += holes + edge; runs += max(1, len(g)); touches += meets - len(g); chance += meets * (e - a) / (e - a + holes + edge)
        single = [c in s['single'] for c in x[a:e]]; share.add(x[a:e], [s['first'][c] for c in x[a:e]], single)
        all_parts += sum((row_parts(s, x[a:e], row) for row in members[2]), []) if members else parts(s, x[a:e], d[a:e - 1] + [0])
    if runs == 0 or bad > 0.05 * max(len(s['single']), 1): return None
    # Not in the study: others' data lie between, if what one pair read touches what another one did far less often than by chance.
    left = share.share() if touches < chance / 2 - 3 * sqrt(chance / 2) else 1.0
    return U, runs, left, unread(all_parts, H1, dear) if left == 1 else 0.0

def nested(s):
    """Unlike the study, instances that read nothing are no walks."""
    walks = [x for x in s['size'] if x > 0]
    sz = sorted(walks, reverse=True); m = len(sz)
    if m < 4 or sz[0] < 0.995 * s['S'] or sz[0] == sz[-1]: return None
    o = sorted(range(m), key=lambda i: walks[i]); rk = [0] * m
    for r, i in enumerate(o): rk[i] = r
    mu = (m - 1) / 2; v = sum((r - mu) ** 2 for r in range(m))
    if abs(sum((rk[i] - mu) * (i - mu) for i in range(m)) / v) > 0.7: return None
    g = float(sz[0] - sz[1]); return g, 19.0 * max(g, sz[0] / (4.0 * s['K'])), tail(sz, s['n'], 2 * s['K'])

def tail(sz, n, sampled):
    """Not in the study: how far the longest of n walks may be beyond the longest seen, by the moments of the excesses
    over a high length (generalised Pareto distribution)."""
    m = len(sz); k = max(5, m // 10)
    if m < 20: return 0.0
    y = [x - sz[k] for x in sz[:k]]; mean = sum(y) / k; var = sum((x - mean) ** 2 for x in y) / (k - 1)
    if var <= 0: return 0.0
    q = mean * mean / var; g = (1 - q) / 2 + k ** -.5; more = k * n / sampled / -log(.975)
    return max(0.0, sz[k] + mean * (1 + q) / 2 * (log(more) if abs(g) < 1e-6 else (more ** g - 1) / g) - sz[0])

def hull(x, n, last):
    """Not in the study: cells between the first and the last of each region, and more for what comes behind the last pair."""
    ends = [i for i in range(len(x) - 1) if x[i + 1] - x[i] > 1 << 24] + [len(x) - 1]
    return sum(x[b] + 1 - x[a] for a, b in zip([0] + [e + 1 for e in ends], ends)) * n / (last + 2)

def estimate(n, pairs, total_cost=None, spatial=True):
    if not pairs: return dict(N=None, flags=['no pair sampled'])
    s = summarise(n, pairs); S = s['S']; flags = []
    if n <= 2 * s['K']: return dict(S=S, H1=0.0, N=S, lo=S, hi=S, N0=S, lo0=S, hi0=S, chat=1.0, cv=0.0, fam={'exact': 1.0}, flags=['every instance traced: exact'])
    H1, cv = still(s, hidden(s, total_cost), cv_H1(s))
    dear, whole = dearer(s, total_cost); ex = extents(s, whole, H1, dear) if spatial else None
    f = dict(s['f']); f[2] = f.get(2, 0) + min(s['nBA'], s['nAB'])
    rec = sum(v for j, v in f.items() if j >= 2); f1 = s['f1T'] + s['f1AB']; L2 = s['L'].get(2, 0)
    if rec > 0:
        tau = s['recT'] / s['recAll'] if s['recAll'] else 1.0
        f1e = min(f1, s['f1T'] / max(tau, 1e-9)) if s['f1T'] > 0 else 0.0
    else: f1e = float(f1)
    f1L = f1 - f1e; FL = min(f1L, f1L * f1L / (2.0 * L2 + 1)) if f1L > 0 else 0.0
    if s['K'] >= 20 and s['ntog'] < 5 and s['f1AB'] > 0 and rec == 0: H1 = max(H1, min(s['f1AB'], s['f1AB'] ** 2 / (2.0 * L2 + 1)))
    f[1] = f1e
    ch = s['chat']; nst = nested(s); fam = {}
    if nst: md, lo, hi = nst[0], 0.0, max(min(nst[1], 2 * max(H1 + FL, nst[0])), nst[2]); fam = {'nested': 1.0}
    elif f1e <= 0 or H1 <= 0: md, lo, hi = H1, 0.0, 2 * H1; fam = {'none': 1.0}
    else:
        if rec / ch < 5:
            x = sorted(s['first']); runs = 1 + sum(1 for a, b in zip(x, x[1:]) if b - a != 1); ch = max(ch, len(x) / runs, 1.0) if len(x) > 1 else ch
        lo, md, hi, fam = posterior(f, H1, ch, cv)
        l1, h1 = log(max(md, 1e-9) / max(lo, 1e-9)), log(max(hi, 1e-9) / max(md, 1e-9))
        lo, hi = md * exp(-sqrt(l1 * l1 + FLOOR ** 2)), md * exp(sqrt(h1 * h1 + FLOOR ** 2))
        lo = ch * max(0.0, lo / ch - 1.96 * sqrt(lo / ch)); hi = ch * (hi / ch + 1.96 * sqrt(hi / ch))
        hi = min(hi, H1 * exp(2 * sqrt(log(1 + min(cv, 3.0) ** 2)) + 0.05) + 3 * ch)
        # Not in the study: two pairs that have no cell in common may have all of them by chance.
        if s['K'] < 3 and rec == 0: lo = 0.0
    md, hi = md + FL, hi + 2 * FL
    out = dict(S=S, H1=H1, chat=ch, cv=cv, N0=S + md, lo0=S + lo, hi0=S + max(hi, md), fam=fam, f1=f1, rec=rec, upper=S + H1 + FL)
    if ex:
        U, r = ex[0], ex[1]; room = max(0.0, U - ex[3]); cut = md > room; fill = 0.0
        # Not in the study: what is visited more than once may be so in any way; what lies apart, but near, may be a part of the ranges.
        v = H1 / U if U > 0 else inf; whole_hull = hull(sorted(s['first']), n, pairs[-1][0]); error = 2 / sqrt(r)
        hi += dear; md = min(md, room); lo = min(lo, min(room, U * (1 - (1 - 1 / v) / (1 + v) if v > 1 else 1)) * max(0.0, 1 - error)); out['U'] = U
        hi = min(hi, (max(U, whole_hull - S) if whole_hull <= 1.25 * (S + U) else U) * (1 + error))
        # Not in the study: what may be read all over is, as far as streaks and the interval reach.
        most = min(H1 + FL + dear, max(hi, md)); error = min(hypot(cv, 1 / sqrt(r)), .5)
        own = max(0.0, U - (1 - ex[2]) * (S + U)) if ex[2] is not None else inf
        if not nst and S + max(hi, md) >= 2 * (S + min(lo, md)) and own <= most * (1 + error):
            fill = max(min(own, room, most), min(lo, md))
            md = fill if ex[2] < 1 and fill > 0 else max(md, fill)
        if cut or fill > 0: lo = min(lo, max(0.0, md - ex[3]))
    K = s['K']
    if spatial and K >= 8:
        room = hull(sorted(s['first']), n, pairs[-1][0])
        most = max(0.0, 1.25 * room - S); md, lo, hi = min(md, most), min(lo, most / 2), min(hi, 2 * room - S)
    # Not in the study: where the others are much dearer, each has read so much on average.
    mean = dear / n - S
    if (ex[1] if ex else 0) <= 4 and mean > md: lo, md, hi = max(lo, mean), 2 * mean + S, max(hi, 4 * mean + 3 * S)
    ratio = total_cost / n / (sum(s['size']) / (2.0 * K)) if total_cost else 0
    if n > 2 * K and ratio > 4: hi = max(hi, (S + md) * sqrt(ratio) - S)
    out.update(N=S + md, lo=S + lo, hi=S + max(hi, md), flags=flags)
    if K < 10: flags.append('few pairs (K=%d): order of magnitude only' % K)
    if md > 0.1 * S and rec / ch < 5 and 'nested' not in fam: flags.append('recaptures insufficient: cannot tell fresh cells from a large population; point estimate is an upper-type estimate')
    if cv > 0.5 and md > 0.1 * S: flags.append('new-cell rate very uneven between pairs (cv %.2f)' % cv)
    if out['hi'] > 3 * max(out['lo'], 1): flags.append('interval wider than factor 3')
    if md > 4 * S: flags.append('more than 80% of N is extrapolated')
    if total_cost is not None:
        r = (total_cost / n) / (sum(s['size']) / (2.0 * K))
        if r > 1.25 or r < 0.8: flags.append('sample not representative: mean cost per instance run/sample = %.2f' % r)
    return out
