import { holdReasons } from 'virtual:contract';
import { useState } from 'react';
import { isId } from '../../../frame/ids.ts';
import { dayStart } from '../../../kit/day-start.ts';
import { Field, Select, TextInput } from '../../../kit/field.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminRequest, useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { useHolderName } from '../../parts/people/names.ts';
import { usePersonChoices } from '../../parts/people/person-choices.ts';
import { SearchBox } from '../../parts/search-box.tsx';

const KINDS = ['holder', 'span'] as const;
type Kind = (typeof KINDS)[number];
type Reason = AdminRequest<'placeHold'>['reason'];

interface PlaceHoldProps {
  /** The holder; without it a person chooses what is held. */
  readonly of?: string;
  readonly onClose: () => void;
}

export function PlaceHold({ of, onClose }: PlaceHoldProps) {
  const { common, holds: words, parts } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('placeHold');
  const [kind, setKind] = useState<Kind>('holder');
  const [holderId, setHolder] = useState(of);
  const name = useHolderName(holderId);
  const people = usePersonChoices(setHolder);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [reason, setReason] = useState<Reason | ''>('');
  const [review, setReview] = useState('');
  const startTime = dayStart(from, 'UTC');
  const endTime = dayStart(to, 'UTC', 1);
  const reviewTime = dayStart(review, 'UTC');
  const missing = () => {
    if (kind === 'holder' && holderId === undefined) return parts.person;
    if (kind === 'span' && startTime === undefined) return words.firstDay;
    if (reason === '') return words.reason;
    return reviewTime === undefined ? words.review : undefined;
  };
  const held =
    kind === 'holder'
      ? { holderId: holderId ?? '' }
      : { ...(startTime && { startTime }), ...(endTime && { endTime }) };
  return (
    <ActionDialog
      title={words.placeTitle}
      text={words.placeText[kind]}
      action={words.place}
      missing={missing()}
      run={() => mutateAsync({ ...held, reason: reason as Reason, reviewTime: reviewTime ?? '' })}
      onDone={() => say(words.placed)}
      onClose={onClose}
    >
      {of === undefined && (
        <Field label={words.on}>
          <Select
            value={kind}
            onChange={setKind}
            options={KINDS.map((value) => ({ value, text: words.kinds[value] }))}
          />
        </Field>
      )}
      {of === undefined && kind === 'holder' && (
        <div className="stack tight">
          <SearchBox
            label={parts.personOrId}
            placeholder={parts.personHint}
            choicesOf={(text) => [
              ...people(text),
              ...(isId(text)
                ? [
                    {
                      key: 'id',
                      group: parts.withId,
                      text: parts.filterOf.holderId(text),
                      run: () => setHolder(text),
                    },
                  ]
                : []),
            ]}
          />
          <div role="status">{holderId && parts.filterOf.holderId(name ?? holderId)}</div>
        </div>
      )}
      {kind === 'span' && (
        <>
          <Field label={words.firstDay} hint={words.dayHint}>
            <TextInput type="date" value={from} onChange={setFrom} />
          </Field>
          <Field label={words.lastDay} hint={words.lastDayHint} isOptional>
            <TextInput type="date" value={to} onChange={setTo} />
          </Field>
        </>
      )}
      <Field label={words.reason}>
        <Select
          value={reason}
          onChange={setReason}
          options={[
            { value: '', text: common.choose },
            ...holdReasons.map((value) => ({ value, text: words.reasons[value] })),
          ]}
        />
      </Field>
      <Field label={words.review} hint={words.reviewHint}>
        <TextInput type="date" value={review} onChange={setReview} />
      </Field>
    </ActionDialog>
  );
}
