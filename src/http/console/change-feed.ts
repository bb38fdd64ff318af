import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Administration } from '../../admin/administration.ts';
import { type ChangeView, PUBLISHER_METHODS } from '../../admin/contract/publishers/methods.ts';
import { closed } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import { membersOf, readJsonStrictly } from '../admin/request-members.ts';
import { shapeRefusal } from '../admin/violations.ts';
import { admitViewers, asViewer, type ViewerOptions } from './viewer.ts';

const { request: Asked } = PUBLISHER_METHODS.listChanges;
const { id: publisher, ...others } = Asked.properties;
const BODY_LIMIT = 16 * 1024;

/** `subject` may also be the email of a user. */
const Changes = Type.Object({ publisher, ...others }, closed);
/** The ids of up to 100 mediation groups, separated by commas. A list shows no more at once. */
const LastChanges = Type.Object(
  { publisher, groups: Type.String({ pattern: '^\\d{1,19}(,\\d{1,19}){0,99}$' }) },
  closed,
);

/** A change, with the email of its author if it was a user. */
type Change = ChangeView & { readonly email?: string };

type Caller = Parameters<Administration['getUser']>[1];

/** Undefined if the author is not a user, such as the subject of a token from the command line. */
async function userOf(user: string, administration: Administration, caller: Caller) {
  try {
    return await administration.getUser({ user }, caller);
  } catch (error) {
    if (error instanceof StatusError) return undefined;
    throw error;
  }
}

async function withEmails(
  changes: readonly ChangeView[],
  administration: Administration,
  caller: Caller,
): Promise<readonly Change[]> {
  const subjects = [...new Set(changes.map(({ subject }) => subject))];
  const users = await Promise.all(subjects.map((subject) => userOf(subject, administration, caller)));
  const emails = new Map(subjects.map((subject, index) => [subject, users[index]?.email]));
  return changes.map((change) => {
    const email = emails.get(change.subject);
    return { ...change, ...(email !== undefined && { email }) };
  });
}

/** The changes in an account, newest first, for people who may act for it. */
export async function changesPlugin(instance: FastifyInstance, options: ViewerOptions): Promise<void> {
  const { gate, administration } = options;
  admitViewers(instance, options);
  readJsonStrictly(instance);

  /** The query for one of the person's own publishers. */
  function reader<Shape extends TSchema>(shape: Shape) {
    const check = Compile(shape);
    return async (request: FastifyRequest): Promise<{ asked: Static<Shape>; caller: Caller }> => {
      const { subject, publishers } = await gate.identify(request);
      const asked = membersOf(shape, request);
      if (!check.Check(asked)) throw shapeRefusal(check.Errors(asked), shape);
      if (!publishers.has((asked as { publisher: string }).publisher))
        throw new StatusError('PUBLISHER_NOT_GRANTED', 'You may not act for this publisher account.');
      return { asked: asked as Static<Shape>, caller: asViewer(request, subject) };
    };
  }

  // A search, so that the email of an author is in no address.
  const readChanges = reader(Changes);
  instance.post('/changes::search', { bodyLimit: BODY_LIMIT }, async (request) => {
    const { asked, caller } = await readChanges(request);
    const { publisher: id, subject, orderBy = 'time desc', ...page } = asked;
    const author = subject?.includes('@')
      ? ((await userOf(subject, administration, caller))?.id ?? subject)
      : subject;
    const wanted = { id, orderBy, ...(author !== undefined && { subject: author }), ...page };
    const { changes, ...rest } = await administration.listChanges(wanted, caller);
    return { changes: await withEmails(changes, administration, caller), ...rest };
  });

  const readLast = reader(LastChanges);
  instance.get('/lastChanges', async (request) => {
    const { asked, caller } = await readLast(request);
    const { publisher: id, groups } = asked;
    const found = await Promise.all(
      groups.split(',').map((group) => {
        const resource = `accounts/${id}/mediationGroups/${group}`;
        const newest = { id, resource, view: 'basic', orderBy: 'time desc', pageSize: 1 } as const;
        return administration.listChanges(newest, caller);
      }),
    );
    const last = await withEmails(
      found.flatMap(({ changes }) => changes),
      administration,
      caller,
    );
    return { changes: last };
  });
}
