import { useState } from 'react';
import type { MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { Button } from '../../../kit/button.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Notice } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { absolute, formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import type { Draft } from '../../model/draft.ts';
import { AD_UNITS, type Fields, fieldsOf, fieldsOfDraft, placeOf } from '../../model/fields.ts';
import {
  addedBy,
  type Choices,
  type MergeRow,
  merged,
  mergeRows,
  type Side,
  sideOf,
} from '../../model/merge.ts';
import { formatCpm } from '../../model/micros.ts';
import { useLabels } from '../../parts/labels.ts';
import { named } from '../../parts/named.ts';
import type { Conflict } from './use-group-editor.ts';

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly base: MediationGroup;
  readonly draft: Draft;
  readonly onResolve: (wanted: Fields) => void;
  readonly onClose: () => void;
}

/** Words for fields and values. */
function useWords({ base, theirs }: { readonly base: MediationGroup; readonly theirs: MediationGroup }) {
  const { mediation } = useMessages();
  const { group: words, words: shared } = mediation;
  const labels = useLabels();
  const lineName = (key: string) =>
    base.mediationGroupLines?.[key]?.displayName ?? theirs.mediationGroupLines?.[key]?.displayName ?? key;
  return {
    lineName,
    field(path: string): string {
      const place = placeOf(path);
      if (!place) return words.adUnits;
      const member = named(words.members, place.member);
      const unit = place.adUnitId === undefined ? '' : ` ${labels.unit(place.adUnitId)}`;
      return `${lineName(place.key)}: ${member}${unit}`;
    },
    value(path: string, value: string | undefined): string {
      if (value === undefined || value === '') return words.nothing;
      if (path === AD_UNITS) return value.split(',').map(labels.unit).join(', ');
      const { member } = placeOf(path) ?? {};
      if (member === 'cpmMicros' && /^\d+$/.test(value)) return formatCpm(value, formattingLocale());
      if (member === 'adUnitMappings') return value.slice(value.lastIndexOf('/') + 1);
      return member === 'state' ? named(shared.states, value) : value;
    },
  };
}

/** Compares the group as read, their version and mine. Any choice keeps the typed input. */
export function ConflictDialog({ conflict, base, draft, onResolve, onClose }: ConflictDialogProps) {
  const { common, mediation } = useMessages();
  const { group: words } = mediation;
  const { zone } = useAccount();
  const { theirs, change } = conflict;
  const text = useWords({ base, theirs });
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
              change.email ?? change.subject,
              absolute(Date.parse(change.time), formattingLocale(), zone),
            )
          : words.conflictUnknown
      }
      isWide
      onClose={onClose}
    >
      {added.length > 0 && <Notice>{words.theyAdded(added.map(text.lineName).join(', '))}</Notice>}
      <Table caption={words.conflictCaption} columns={columns} rows={rows} rowKey={({ path }) => path} />
      <div className="actions">
        {!wanted && <span className="soft">{words.choose}</span>}
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="main" disabled={!wanted} onClick={() => wanted && onResolve(wanted)}>
          {words.sendAgain}
        </Button>
      </div>
    </Modal>
  );
}
