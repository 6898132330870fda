// How near a finger is to a figure on the screen: to the line from its foot to its head.

export function toFigure(x: number, y: number, foot: readonly [number, number], head: readonly [number, number]): number {
  const [dx, dy] = [head[0] - foot[0], head[1] - foot[1]];
  const along = Math.min(Math.max(((x - foot[0]) * dx + (y - foot[1]) * dy) / (dx * dx + dy * dy || 1), 0), 1);
  return Math.hypot(x - foot[0] - along * dx, y - foot[1] - along * dy);
}
