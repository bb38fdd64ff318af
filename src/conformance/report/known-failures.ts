import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';

export const KnownFailures = Type.Record(
  Type.String({ description: 'Id of the case.' }),
  Type.String({ minLength: 1, maxLength: 500, description: 'Why it fails, and until when.' }),
  { title: 'Known failures of a server: the reason for each id of a case.' },
);
export type KnownFailures = Static<typeof KnownFailures>;

const shape = Compile(KnownFailures);

/** Reads a file of known failures. @throws Error in words for the operator */
export function readKnownFailures(text: string, ids: ReadonlySet<string>): KnownFailures {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('it is no JSON');
  }
  if (!shape.Check(value)) throw new Error('it must be an object with a reason for each id of a case');
  const unknown = Object.keys(value).filter((id) => !ids.has(id));
  if (unknown.length > 0)
    throw new Error(`there is no case ${unknown[0]}; \`diptych conformance --list\` lists them`);
  return value;
}
