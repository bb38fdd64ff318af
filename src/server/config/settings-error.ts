import leven from 'leven';
import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import { UserError } from '../../conventions/user-error.ts';
import type { Expected } from '../../conventions/yaml/shape.ts';

/** Refused settings, one sentence for each. */
export class SettingsError extends UserError {
  override readonly name = 'SettingsError';
  override readonly exit = 'usage';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration was refused:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** The maximum number of suggestions. */
const MOST = 3;

function farness(name: string, known: string): number {
  if (known.endsWith(`.${name}`) || known.startsWith(`${name}.`)) return 1;
  return leven(name.toLowerCase(), known.toLowerCase());
}

/** Suggests the most similar known names; "" if none is similar. */
export function didYouMean(name: string, known: readonly string[]): string {
  const most = Math.max(2, Math.floor(name.length / 5));
  const near = known
    .map((one) => ({ one, far: farness(name.slice(0, 100), one) }))
    .filter(({ far }) => far <= most)
    .sort((a, b) => a.far - b.far);
  const [nearest] = near;
  const meant = near.filter(({ far }) => far === nearest?.far).slice(0, MOST);
  return meant.length === 0 ? '' : `; did you mean ${meant.map(({ one }) => one).join(' or ')}?`;
}

type SchemaError = ReturnType<Validator['Errors']>[number];

interface Problem {
  /** Path from the setting to the problem: members and indexes. */
  readonly path: readonly string[];
  readonly text: string;
}

const pathOf = ({ instancePath }: SchemaError) => instancePath.split('/').slice(1);

/** The schema that refused the value. */
function refusing(schema: TSchema, { schemaPath }: SchemaError) {
  let at: unknown = schema;
  for (const key of schemaPath.split('/').slice(1)) at = (at as Record<string, unknown> | undefined)?.[key];
  return at as ({ readonly properties?: object } & Expected) | undefined;
}

function problemOf(schema: TSchema, error: SchemaError): readonly Problem[] {
  const path = pathOf(error);
  // The error of the unknown member already says it.
  if (error.keyword === 'boolean') return [];
  if (error.keyword === 'enum') {
    return [{ path, text: `must be one of ${error.params.allowedValues.join(', ')}` }];
  }
  const { errorMessage, properties = {} } = refusing(schema, error) ?? {};
  if (error.keyword !== 'additionalProperties') return [{ path, text: errorMessage ?? error.message }];
  return error.params.additionalProperties.map((name) => ({
    path: [...path, name],
    text: `is not known here${didYouMean(name, Object.keys(properties))}`,
  }));
}

/** The problems of a setting's value, one sentence each, without the value. */
export function problemsOf(schema: TSchema, check: Validator, value: unknown): readonly Problem[] {
  return check.Errors(value).flatMap((error) => problemOf(schema, error));
}
