import type { Kysely } from 'kysely';
import type { Role } from '../../accounts/roles.ts';
import type { Schema } from '../schema/index.ts';

const ROLE: Role = 'administrator';

export async function administrators(db: Kysely<Schema>): Promise<number> {
  const { count } = await db
    .selectFrom('account_user')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('role', '=', ROLE)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
  return Number(count);
}
