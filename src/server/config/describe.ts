import { isPath } from './path.ts';
import { SETTINGS, type Setting } from './settings.ts';

function range({ schema }: Setting): string {
  const {
    enum: values,
    minimum,
    maximum,
    type,
  } = schema as {
    enum?: readonly string[];
    minimum?: number;
    maximum?: number;
    type?: string;
  };
  if (isPath(schema)) return 'path';
  if (values) return values.map((name) => `\`${name}\``).join(', ');
  if (minimum !== undefined && maximum !== undefined) return `${minimum} – ${maximum}`;
  return type ?? '';
}

function fallback({ schema }: Setting): string {
  const { default: value } = schema as { default?: unknown };
  if (value === undefined) return '';
  return `\`${Array.isArray(value) ? JSON.stringify(value) : String(value)}\``;
}

/** The table of docs/reference/configuration.md: every setting, from the one place where they are declared. */
export function settingsTable(): string {
  const rows = SETTINGS.map((setting) => {
    const { description = '' } = setting.schema as { description?: string };
    return `| \`${setting.name}\` | \`${setting.variable}\` | ${range(setting)} | ${fallback(setting)} | ${description} |`;
  });
  return ['| setting | variable | values | default | meaning |', '|---|---|---|---|---|', ...rows].join('\n');
}
