import { useState } from 'react';
import { formatCpm } from '../../../../../src/client/cpm.ts';
import type { MediationAbExperiment, MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { Confirm } from '../../../kit/confirm.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useChange } from '../../api.ts';
import { type DraftLine, microsOf } from '../../model/draft.ts';
import { LiftText } from '../../parts/lift-text.tsx';

export type VariantChoice = 'VARIANT_CHOICE_A' | 'VARIANT_CHOICE_B';

interface StopDialogProps {
  readonly group: MediationGroup;
  readonly experiment: MediationAbExperiment;
  readonly a: readonly DraftLine[];
  readonly b: readonly DraftLine[];
  /** The variant that was chosen before. */
  readonly chosen?: VariantChoice | undefined;
  readonly onClose: () => void;
}

/** Chooses the variant to keep, and shows the effect on each line. */
export function StopDialog({ group, experiment, a, b, chosen, onClose }: StopDialogProps) {
  const { common, mediation } = useMessages();
  const { experiment: words } = mediation;
  const say = useSay();
  const stop = useChange('accounts.mediationGroups.mediationAbExperiments.stop');
  const [choice, setChoice] = useState(chosen);
  const nameWithPrice = (line: DraftLine) => {
    const micros = microsOf(line);
    return `${line.displayName} (${micros === undefined ? mediation.lines.byAuction : formatCpm(micros, formattingLocale())})`;
  };
  const names = (lines: readonly DraftLine[]) =>
    lines.length === 0
      ? common.none
      : new Intl.ListFormat(formattingLocale()).format(lines.map(nameWithPrice));
  const [kept, removed] = choice === 'VARIANT_CHOICE_B' ? [b, a] : [a, b];
  const option = (value: VariantChoice, text: string) => (
    <label className="check">
      <input type="radio" name="choice" checked={choice === value} onChange={() => setChoice(value)} />
      <span>{text}</span>
    </label>
  );
  return (
    <Confirm
      title={words.stopTitle}
      text={words.stopText}
      action={choice ? words.stopNow[choice] : words.stopTitle}
      isDanger
      missing={choice === undefined ? words.choose : undefined}
      onConfirm={async () => {
        await stop.mutateAsync({
          on: `${group.name}/mediationAbExperiments`,
          body: { variantChoice: choice as VariantChoice },
        });
        say(words.stopped);
      }}
      onClose={onClose}
    >
      <LiftText experiment={experiment} />
      <fieldset className="fieldset">
        <legend>{words.choose}</legend>
        {option('VARIANT_CHOICE_A', words.keepA)}
        {option('VARIANT_CHOICE_B', words.keepB)}
      </fieldset>
      {choice !== undefined && (
        <div className="notice care" role="status">
          <strong>{words.consequences}</strong>
          <ul>
            <li>{words.keeps(names(kept))}</li>
            <li>{words.removes(names(removed))}</li>
            <li>{words.allTraffic}</li>
            <li>{words.noUndo}</li>
          </ul>
        </div>
      )}
    </Confirm>
  );
}
