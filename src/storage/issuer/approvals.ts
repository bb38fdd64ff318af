import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import {
  APPROVAL_DEADLINE_EVENTS,
  APPROVAL_TRANSITIONS,
  type ApprovalState,
} from '../../issuer/model/index.ts';
import type { ApprovalFilter, ApprovalReader, ApprovalWriter } from '../../issuer/ports/approvals.ts';
import type { HolderEpochs } from '../../keys/holder-keys/epochs.ts';
import { toUser } from '../accounts/rows.ts';
import { afterCursor, type BoundedPage, countThatFits, inOrder, inStepsOf, source } from '../pages.ts';
import type { Schema } from '../schema/index.ts';
import { updateRow } from '../statements.ts';
import { approvalRow, openApprovals, storedForms } from './approval-notes.ts';

/** Rows in this state at `now`, even if a sweep has not yet stored a passed deadline. */
function inState(state: ApprovalState, now: number) {
  const before = Object.entries(APPROVAL_DEADLINE_EVENTS).flatMap(([from, event]) =>
    APPROVAL_TRANSITIONS[from as ApprovalState][event] === state ? [from] : [],
  );
  return ({ eb, and, or }: ExpressionBuilder<Schema, 'approval'>) =>
    or([
      and([eb('state', '=', state), or([eb('deadline_at', 'is', null), eb('deadline_at', '>', now)])]),
      ...before.map((from) => and([eb('state', '=', from), eb('deadline_at', '<=', now)])),
    ]);
}

/** `arguments` is canonical JSON, so an id is always written in the same way. */
function namesId(id: string) {
  const pattern = `%${JSON.stringify(id).replaceAll(/[!%_]/g, '!$&')}%`;
  return sql<boolean>`arguments like ${pattern} escape '!'`;
}

function approvals(
  db: Kysely<Schema>,
  { state, now }: ApprovalFilter,
  page: Pick<BoundedPage, 'window'> = {},
) {
  return source(db, 'approval', page)
    .selectAll()
    .$if(state !== undefined, (query) => query.where(inState(state as ApprovalState, now)));
}

export function approvalReader(db: Kysely<Schema>, epochs: HolderEpochs): ApprovalReader {
  const opened = (rows: readonly Selectable<Schema['approval']>[]) => openApprovals(db, epochs, rows);
  return {
    async user(userId) {
      const query = db.selectFrom('account_user').selectAll().where('user_id', '=', userId);
      const row = await query.executeTakeFirst();
      return row && toUser(row);
    },
    async approval(approvalId) {
      const query = db.selectFrom('approval').selectAll().where('approval_id', '=', approvalId);
      return (await opened(await query.execute()))[0];
    },
    async listApprovals(page, filter) {
      const read = async (part: BoundedPage) => {
        const query = inOrder(
          afterCursor(approvals(db, filter, part), 'approval_id', part),
          'approval_id',
          part,
        );
        const weight = sql<number>`coalesce(octet_length(arguments), 0)`.as('weight');
        const weights = await query.clearSelect().select(weight).execute();
        const size = countThatFits(weights);
        return { rows: await query.limit(size).execute(), isCut: size < weights.length };
      };
      const candidates = db.selectFrom('approval');
      return opened(await inStepsOf({ candidates, id: 'approval_id', page, read }));
    },
    async sameApproval({ method, requestedBy, arguments: wanted, state, now }) {
      const query = approvals(db, { state, now })
        .where('method', '=', method)
        .where('requested_by', '=', requestedBy)
        .where('arguments', 'in', storedForms(wanted));
      return (await opened(await query.execute())).find((one) => one.arguments === wanted);
    },
    async approvalsNaming(ids) {
      const query = db.selectFrom('approval').selectAll().where('arguments', 'is not', null);
      const naming = query.where(({ or }) => or(ids.map(namesId)));
      return opened(await naming.execute());
    },
    async dueApprovals(now, limit) {
      const query = db.selectFrom('approval').select('approval_id').where('deadline_at', '<=', now);
      return (await query.limit(limit).execute()).map((row) => row.approval_id);
    },
  };
}

export function approvalWriter(db: Kysely<Schema>, epochs: HolderEpochs): ApprovalWriter {
  return {
    async insertApproval(approval) {
      await db
        .insertInto('approval')
        .values(await approvalRow(db, epochs, approval))
        .execute();
    },
    updateApproval: async (approval) =>
      updateRow(db, 'approval', { key: ['approval_id'] }, await approvalRow(db, epochs, approval)),
  };
}
