import { describe, expect, it } from 'vitest';
import { SECOND_PERSON_GROUPS } from '../../src/admin/contract/effects.ts';
import { useGuardedWorld } from '../support/guarded-world.ts';
import { useProduction } from '../support/production.ts';
import { useWorld } from '../support/use-world.ts';

const INFO = 30;
const WARN = 40;

/** The log lines about people, each with its level. */
const told = (log: readonly string[]) =>
  log
    .map((line) => JSON.parse(line) as { readonly level: number; readonly msg: string })
    .filter(({ msg }) => /one person alone|two administrators/.test(msg))
    .map(({ level, msg }) => [level, msg]);

describe('The log at the start, about actions that one person can take alone', () => {
  const sandbox = useWorld();
  const partly = useWorld({ settings: { 'admin.secondPerson': ['holders', 'codes', 'discardKey'] } });
  const wholly = useGuardedWorld(
    { 'admin.secondPerson': [...SECOND_PERSON_GROUPS] },
    { ada: 'administrator', bob: 'administrator' },
  );
  const production = useProduction(() => ({ 'keys.extractable': true }));

  it('in a sandbox the log lists actions that one person can take alone, as information', () => {
    expect(told(sandbox().log)).toEqual([
      [
        INFO,
        'one person alone can import, revoke and erase holders, and place and lift holds (holders), issue codes (codes), revoke credentials (credentials), rotate, import and discard keys (keys), give roles, reset passkeys, and disable, enable and delete users (roles); list in admin.secondPerson the methods that need a second person',
      ],
    ]);
  });

  it('in production the log lists actions that one person can take alone, as a warning', () => {
    expect(told(production().serving.log)).toEqual([
      [WARN, expect.stringMatching(/^one person alone can .*\(roles\); list in admin\.secondPerson/)],
    ]);
  });

  it('the log lists only the remaining actions, and says that a second administrator is missing', () => {
    expect(told(partly().log)).toEqual([
      [
        INFO,
        'one person alone can revoke credentials (credentials), rotate, import and discard keys (keys); list in admin.secondPerson the methods that need a second person',
      ],
      [WARN, expect.stringMatching(/two administrators who sign in; active now: 0; start once without/)],
    ]);
  });

  it('the log lists no actions if all need approval and there are two administrators', () => {
    expect(told(wholly.world().log)).toEqual([]);
  });
});
