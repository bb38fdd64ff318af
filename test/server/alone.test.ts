import { describe, expect, it } from 'vitest';
import { SECOND_PERSON_GROUPS } from '../../src/admin/method.ts';
import { useGuardedWorld } from '../support/guarded-world.ts';
import { useProduction } from '../support/production.ts';
import { useWorld } from '../support/use-world.ts';

const INFO = 30;
const WARN = 40;

/** What the log says of people, with its level. */
const told = (log: readonly string[]) =>
  log
    .map((line) => JSON.parse(line) as { readonly level: number; readonly msg: string })
    .filter(({ msg }) => /one person alone|two people/.test(msg))
    .map(({ level, msg }) => [level, msg]);

describe('The log of a start tells', () => {
  const sandbox = useWorld();
  const partly = useWorld({ settings: { 'admin.secondPerson': ['holders', 'codes', 'discardKey'] } });
  const wholly = useGuardedWorld(
    { 'admin.secondPerson': [...SECOND_PERSON_GROUPS] },
    { ada: 'administrator', bob: 'administrator' },
  );
  const production = useProduction(() => ({ 'keys.extractable': true }));

  it('actions that one person alone can take, as information in a sandbox', () => {
    expect(told(sandbox().log)).toEqual([
      [
        INFO,
        'one person alone can import, revoke and erase holders (holders), issue codes (codes), revoke credentials (credentials), rotate, import and discard keys (keys), give roles and reset passwords (roles); name in admin.secondPerson what takes two people',
      ],
    ]);
  });

  it('the same actions as a warning in production', () => {
    expect(told(production().serving.log)).toEqual([
      [WARN, expect.stringMatching(/^one person alone can .*\(roles\); name in admin\.secondPerson/)],
    ]);
  });

  it('only the groups that are left, and that there are not two people where two are needed', () => {
    expect(told(partly().log)).toEqual([
      [
        INFO,
        'one person alone can revoke credentials (credentials), rotate, import and discard keys (keys); name in admin.secondPerson what takes two people',
      ],
      [WARN, expect.stringMatching(/two people who sign in; active administrators: 0; start once without/)],
    ]);
  });

  it('no such action if everything needs approval and there are two administrators', () => {
    expect(told(wholly.world().log)).toEqual([]);
  });
});
