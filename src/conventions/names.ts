/** `ad_unit_ids` → `adUnitIds`; a name that is lowerCamelCase already stays. */
export function snakeToCamel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `adUnitIds` → `ad_unit_ids`, the name in the protocol buffer. */
export function camelToSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
