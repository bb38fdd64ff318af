import { useState } from 'react';
import type { Fields } from '../../../../../src/client/group-changes.ts';
import type { MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { useWho } from '../../../frame/who.ts';
import { FormActions } from '../../../kit/form-actions.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Notice } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { absolute, formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { Draft } from '../../model/draft.ts';
import { fieldsOf, fieldsOfDraft } from '../../model/fields.ts';
import {
  addedBy,
  type Choices,
  type MergeRow,
  merged,
  mergeRows,
  type Side,
  sideOf,
} from '../../model/merge.ts';
import { useFieldWords } from '../../parts/field-words.ts';
import type { Conflict } from './use-group-editor.ts';

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly base: MediationGroup;
  readonly draft: Draft;
  readonly onResolve: (wanted: Fields) => void;
  readonly onClose: () => void;
}

/** Compares the group as read, their version and mine. Any choice keeps the typed input. */
export function ConflictDialog({ conflict, base, draft, onResolve, onClose }: ConflictDialogProps) {
  const { mediation } = useMessages();
  const { group: words } = mediation;
  const { theirs, change } = conflict;
  const text = useFieldWords(base, theirs);
  const who = useWho();
  const [choices, setChoices] = useState<Choices>({});
  const rows = mergeRows(fieldsOf(base), fieldsOf(theirs), fieldsOfDraft(draft));
  const added = addedBy(fieldsOf(theirs), fieldsOf(base));
  const wanted = merged(fieldsOf(theirs), rows, choices);
  const option = (row: MergeRow, side: Side, value: string | undefined) => (
    <label className="check">
      <input
        type="radio"
        name={row.path}
        checked={sideOf(row, choices) === side}
        disabled={row.isGone && side === 'mine'}
        onChange={() => setChoices({ ...choices, [row.path]: side })}
      />
      <span>{text.value(row.path, value)}</span>
    </label>
  );
  const columns: readonly Column<MergeRow>[] = [
    {
      key: 'field',
      head: words.field,
      cell: (row) => (
        <>
          {text.field(row.path)}
          {row.isGone && <p className="problem small">{words.gone}</p>}
          {row.changedBy === 'same' && <p className="soft small">{words.same}</p>}
        </>
      ),
    },
    { key: 'base', head: words.asRead, cell: (row) => text.value(row.path, row.base) },
    { key: 'theirs', head: words.theirs, cell: (row) => option(row, 'theirs', row.theirs) },
    { key: 'mine', head: words.mine, cell: (row) => option(row, 'mine', row.mine) },
  ];
  return (
    <Modal
      title={words.conflictTitle}
      text={
        change
          ? words.conflictText(
              who(change.subject, change.email),
              absolute(Date.parse(change.time), formattingLocale()),
            )
          : words.conflictUnknown
      }
      isWide
      onClose={onClose}
    >
      {added.length > 0 && <Notice>{words.theyAdded(added.map(text.lineName).join(', '))}</Notice>}
      <Table caption={words.conflictCaption} columns={columns} rows={rows} rowKey={({ path }) => path} />
      <FormActions
        action={words.sendAgain}
        problem={wanted ? undefined : words.choose}
        onRun={() => wanted && onResolve(wanted)}
        onCancel={onClose}
      />
    </Modal>
  );
}
