import { SETTINGS, type Setting } from './settings.ts';

function range({ schema }: Setting): string {
  const {
    enum: values,
    anyOf,
    minimum,
    maximum,
    type,
  } = schema as {
    enum?: readonly string[];
    anyOf?: readonly { const: string }[];
    minimum?: number;
    maximum?: number;
    type?: string;
  };
  const names = values ?? anyOf?.map((choice) => choice.const);
  if (names) return names.map((name) => `\`${name}\``).join(', ');
  if (minimum !== undefined && maximum !== undefined) return `${minimum} – ${maximum}`;
  return type ?? '';
}

function fallback({ schema }: Setting): string {
  const { default: value } = schema as { default?: unknown };
  return value === undefined ? '' : `\`${String(value)}\``;
}

/** The table of docs/configuration.md: every setting, from the one place where they are declared. */
export function settingsTable(): string {
  const rows = SETTINGS.map((setting) => {
    const { description = '' } = setting.schema as { description?: string };
    return `| \`${setting.name}\` | \`${setting.variable}\` | ${range(setting)} | ${fallback(setting)} | ${description} |`;
  });
  return ['| setting | variable | values | default | meaning |', '|---|---|---|---|---|', ...rows].join('\n');
}
