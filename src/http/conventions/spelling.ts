import { snakeToCamel } from '../../conventions/index.ts';
import { type FieldViolation, StatusError } from '../../conventions/status.ts';

/**
 * An error whose words name each query parameter as the client spelled it: parameters have two names, `pageSize` and
 * `page_size`. The member `field` of violations, which programs read, keeps the name of the interface. `sent`: the names of
 * the parameters of the request. Other errors stay the same.
 */
export function inSpellingOf(sent: ReadonlySet<string>, error: unknown): unknown {
  if (!(error instanceof StatusError) || sent.size === 0) return error;
  const { reason, details, code, message, violations } = error;
  const renamed = new Map(
    violations.flatMap(({ field }) => {
      const other = snakeToCamel(field);
      return other !== field && sent.has(other) && !sent.has(field) ? [[field, other] as const] : [];
    }),
  );
  if (renamed.size === 0) return error;
  const spell = (text: string) =>
    [...renamed].reduce((words, [field, other]) => words.replaceAll(`'${field}'`, `'${other}'`), text);
  const inWords = ({ description, ...rest }: FieldViolation): FieldViolation => {
    const parameter = renamed.get(rest.field);
    return {
      ...rest,
      description: spell(description),
      ...(parameter !== undefined && { metadata: { ...rest.metadata, parameter } }),
    };
  };
  return new StatusError(reason, spell(message), violations.map(inWords), details, code as never);
}
