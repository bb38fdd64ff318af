import { ConflictError } from '../../conventions/errors.ts';
import { StatusError } from '../../conventions/status.ts';
import type { AccountDeps } from '../deps.ts';
import { newUserId, normalEmail, OPERATOR } from '../ids.ts';
import { lengthProblemOf } from '../password.ts';
import type { ConsoleSession } from '../ports/console.ts';
import type { User } from '../ports/entities.ts';
import { countAdministrators } from '../roles.ts';
import { beginSession, type NewSession, type Visitor } from './begin-session.ts';

type Needs = Pick<AccountDeps, 'store' | 'passwords' | 'policy' | 'clock' | 'random'>;

const invalid = (reason: 'REQUEST_INVALID' | 'PASSWORD_UNFIT', field: string, text: string) =>
  new StatusError(reason, text, [{ field, description: text }]);

function checkSetting({ policy }: Needs): void {
  if (!policy.rolesNeedSecondPerson) return;
  const text =
    'admin.secondPerson is set, so one person cannot give roles: start without it, create two administrators, set it again';
  throw new StatusError('ROLE_NEEDS_SECOND_PERSON', text);
}

/**
 * Creates the first administrator, who chooses the password, and signs them in. This ends the session that
 * was started with a code. @throws StatusError
 */
export const createFirstAdministrator =
  (deps: Needs) =>
  async (
    started: ConsoleSession,
    given: { readonly email: string; readonly password: string },
    visitor: Visitor,
  ): Promise<NewSession> => {
    const { store, passwords, clock, random } = deps;
    checkSetting(deps);
    const email = normalEmail(given.email);
    if (email === undefined) throw invalid('REQUEST_INVALID', 'email', 'must be an email address');
    const problem = lengthProblemOf(given.password);
    if (problem !== undefined) throw invalid('PASSWORD_UNFIT', 'password', problem);
    const passwordHash = await passwords.hash(given.password);
    const at = clock();
    const user: User = {
      userId: newUserId(random),
      revision: 0,
      email,
      passwordHash,
      passwordIsOwn: true,
      state: 'active',
      role: 'administrator',
      publishers: [],
      createdAt: at,
      updatedAt: at,
    };
    try {
      return await store.write(async (writer) => {
        const isFirst = started.userId === OPERATOR && (await countAdministrators(writer, deps.policy)) === 0;
        if (!isFirst || !(await writer.deleteConsoleSession(started.sessionId)))
          throw new StatusError('ADMINISTRATOR_EXISTS', 'There is an administrator already; sign in.');
        await writer.insertUser(user);
        await writer.record({
          subject: 'user',
          subjectId: user.userId,
          event: 'create',
          to: user.state,
          actor: { kind: 'operator', requestId: visitor.requestId, operatorId: OPERATOR },
          details: { after: { role: user.role, publishers: user.publishers } },
          at,
        });
        return beginSession(writer, deps, user.userId, visitor, 'firstAdministrator');
      });
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      throw new StatusError('USER_EXISTS', 'there is a user with this email already');
    }
  };
