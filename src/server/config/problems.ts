import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import { didYouMean } from './nearest.ts';

type SchemaError = ReturnType<Validator['Errors']>[number];

export interface Problem {
  /** Members and indexes from the setting to what is wrong. */
  readonly path: readonly string[];
  readonly text: string;
}

const pathOf = ({ instancePath }: SchemaError) => instancePath.split('/').slice(1);

function known(schema: TSchema, { schemaPath }: SchemaError): readonly string[] {
  let at: unknown = schema;
  for (const key of schemaPath.split('/').slice(1)) at = (at as Record<string, unknown> | undefined)?.[key];
  return Object.keys((at as { properties?: object } | undefined)?.properties ?? {});
}

function problemOf(schema: TSchema, error: SchemaError): readonly Problem[] {
  const path = pathOf(error);
  // Said of the member that is not known, too.
  if (error.keyword === 'boolean') return [];
  if (error.keyword === 'enum') {
    return [{ path, text: `must be one of ${error.params.allowedValues.join(', ')}` }];
  }
  if (error.keyword !== 'additionalProperties') return [{ path, text: error.message }];
  return error.params.additionalProperties.map((name) => ({
    path: [...path, name],
    text: `is not known here${didYouMean(name, known(schema, error))}`,
  }));
}

/** What is wrong with a setting's value, a sentence each, without the value. */
export function problemsOf(schema: TSchema, check: Validator, value: unknown): readonly Problem[] {
  return check.Errors(value).flatMap((error) => problemOf(schema, error));
}
