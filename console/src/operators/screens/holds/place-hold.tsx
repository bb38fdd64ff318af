import { holdReasons } from 'virtual:contract';
import { useState } from 'react';
import { dayStart } from '../../../kit/day-start.ts';
import { Field, Select, TextInput } from '../../../kit/field.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminRequest, useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';

const KINDS = ['holder', 'span'] as const;
type Kind = (typeof KINDS)[number];
type Reason = AdminRequest<'placeHold'>['reason'];

interface PlaceHoldProps {
  /** The holder; without it a person chooses what is held. */
  readonly of?: string;
  readonly onClose: () => void;
}

export function PlaceHold({ of, onClose }: PlaceHoldProps) {
  const { common, holds: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('placeHold');
  const [kind, setKind] = useState<Kind>('holder');
  const [holder, setHolder] = useState(of ?? '');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [reason, setReason] = useState<Reason | ''>('');
  const [review, setReview] = useState('');
  const holderId = holder.trim();
  const startTime = dayStart(from, 'UTC');
  const endTime = dayStart(to, 'UTC', 1);
  const reviewTime = dayStart(review, 'UTC');
  const missing = () => {
    if (kind === 'holder' && holderId === '') return words.holderId;
    if (kind === 'span' && startTime === undefined) return words.firstDay;
    if (reason === '') return words.reason;
    return reviewTime === undefined ? words.review : undefined;
  };
  const held =
    kind === 'holder' ? { holderId } : { ...(startTime && { startTime }), ...(endTime && { endTime }) };
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
        <Field label={words.holderId}>
          <TextInput value={holder} onChange={setHolder} autoComplete="off" spellCheck={false} />
        </Field>
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
