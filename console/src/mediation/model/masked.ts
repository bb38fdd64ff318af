const MASK = '••••••••';

/** Hides the values of settings, since some are secret. The result does not even show that two values differ. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'adUnitConfigurations'
        ? Object.fromEntries(Object.keys(inner as object).map((id) => [id, MASK]))
        : masked(inner),
    ]),
  );
}
