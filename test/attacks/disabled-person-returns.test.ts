import { describe, expect, it } from 'vitest';
import { personOf, useOrganisations, whoAmI } from '../support/organisations.ts';
import { refusal } from '../support/refusal.ts';

/** Somebody was disabled for good. One administrator deletes the account, and the organisation makes it anew. */
const { world, attempt, signedIn, entries } = useOrganisations();

describe('A person of an organisation whose account was deleted', () => {
  it.each([[['deleteUser']], [['disableUser', 'deleteUser']]] as const)(
    'after %j no sign-in makes the account anew, until an administrator enables it',
    async (steps) => {
      const person = personOf('okta', 'administrator');
      const connection = await signedIn('okta', person);
      const { id: user } = await whoAmI(connection);
      for (const step of steps) await world().admin(step, { user });
      expect(await refusal(whoAmI(connection))).toBe('TOKEN_INVALID');
      expect((await attempt('okta', person)).status).toBe(403);
      expect((await entries())[0]).toMatchObject({ event: 'refuse', reason: 'userDisabled' });
      // The id alone is left: no name, no subject, no role.
      const left = await world().admin('getUser', { user });
      expect(left).toMatchObject({ email: '', state: 'deleted', organisation: { subject: '' } });
      expect(left).not.toHaveProperty('role');
      const rows = await world()
        .server.context.database.reader.selectFrom('account_user')
        .selectAll()
        .execute();
      expect(JSON.stringify(rows.find((row) => row.user_id === user))).not.toMatch(
        new RegExp(`${person.sub}|@`),
      );
      expect(await refusal(world().admin('deleteUser', { user }))).toBe('USER_NOT_FOUND');
      expect(await refusal(world().admin('disableUser', { user }))).toBe('USER_NOT_FOUND');

      await world().admin('enableUser', { user });
      expect(await whoAmI(await signedIn('okta', person))).toMatchObject({
        id: user,
        role: 'administrator',
        email: 'administrator@agency.example',
      });
    },
  );
});
