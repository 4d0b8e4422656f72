/** The greatest share that these counts leave likely: the upper bound of 95 % of Clopper and Pearson. */
export function shareAtMost(wrong: number, all: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 50; step += 1) {
    const share = (low + high) / 2;
    let chance = 0;
    let term = (1 - share) ** all;
    for (let count = 0; count <= wrong; count += 1) {
      chance += term;
      term *= ((all - count) / (count + 1)) * (share / (1 - share));
    }
    if (chance > 0.05) low = share;
    else high = share;
  }
  return high;
}
