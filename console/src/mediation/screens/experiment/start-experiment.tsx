import { useState } from 'react';
import { linePath } from '../../../../../src/client/group-changes.ts';
import type { MediationAbExperiment, MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { ApiError, type Violation } from '../../../api/client.ts';
import { Abandoned } from '../../../frame/session.tsx';
import { Button } from '../../../kit/button.tsx';
import { Field, Fields, TextInput } from '../../../kit/field.tsx';
import { FormActions } from '../../../kit/form-actions.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Failure } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useChange } from '../../api.ts';
import { asNew, type DraftLine, draftOf, sentLine } from '../../model/draft.ts';
import { SHARES } from '../../model/experiment.ts';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { LinesEditor } from '../../parts/lines-editor.tsx';
import { MappingsToMake, useMakeMappings } from '../../parts/make-mappings.tsx';
import { named } from '../../parts/named.ts';
import { nameOf, problemAt, problemsOf, ViolationSummary } from '../../parts/problems.tsx';
import { ShareBar } from './share-bar.tsx';
import { Variants } from './variants.tsx';

/** Lines in the request have no keys, so a problem is assigned by the index of its line. */
const atLine = (lines: readonly DraftLine[], { field, description }: Violation): Violation => ({
  description,
  field: field.replace(/^treatmentMediationLines\[(\d+)\]\.mediationGroupLine/, (all, index: string) => {
    const line = lines[Number(index)];
    return line ? linePath(line.key) : all;
  }),
});

/** Starts an experiment after a preview. Variant B begins as a copy of the lines. */
export function StartExperiment({ group }: { readonly group: MediationGroup }) {
  const { mediation } = useMessages();
  const { experiment: words } = mediation;
  const say = useSay();
  const start = useChange('accounts.mediationGroups.mediationAbExperiments.create');
  const makeMappings = useMakeMappings();
  const { adUnitIds = [] } = group.targeting ?? {};
  const own = draftOf(group).lines;
  // Stopping an experiment changes the lines of the group, and this form can open before the new lines are read. Until the
  // user edits a line, the form shows the lines of the group as it was read last.
  const [changed, setLines] = useState<readonly DraftLine[]>();
  const lines = changed ?? asNew(own);
  const [displayName, setName] = useState('');
  const [share, setShare] = useState<(typeof SHARES)[number]>('10');
  const [violations, setViolations] = useState<readonly Violation[]>([]);
  const [error, setError] = useState<unknown>();
  const [preview, setPreview] = useState<MediationAbExperiment>();
  const send = async (validateOnly: boolean) => {
    setError(undefined);
    setViolations([]);
    const bodyOf = (wanted: readonly DraftLine[]): MediationAbExperiment => ({
      ...(displayName.trim() !== '' && { displayName }),
      treatmentTrafficPercentage: share,
      treatmentMediationLines: wanted.map((line) => ({ mediationGroupLine: sentLine(line) })),
    });
    const on = group.name ?? '';
    try {
      const tryOut = () => start.mutateAsync({ on, body: bodyOf(lines), validateOnly: true });
      if (validateOnly) return setPreview(await tryOut());
      const made = await makeMappings({ lines, adUnitIds }, { tryOut, onMade: setLines });
      await start.mutateAsync({ on, body: bodyOf(made) });
      setPreview(undefined);
      say(words.started);
    } catch (cause) {
      setPreview(undefined);
      if (cause instanceof Abandoned) return;
      if (cause instanceof ApiError && cause.violations.length > 0)
        setViolations(cause.violations.map((one) => atLine(lines, one)));
      else setError(cause);
    }
  };
  const problems = problemsOf(violations);
  return (
    <section className="stack" aria-labelledby="start-title">
      <LeaveGuard isDirty={changed !== undefined && !start.isSuccess} />
      <h2 id="start-title">{words.start}</h2>
      <p className="soft">{words.startText}</p>
      <ViolationSummary violations={violations} nameOf={(field) => nameOf(lines, field)} />
      {error !== undefined && <Failure error={error} />}
      <div className="box">
        <Fields>
          <Field label={words.name} isOptional problem={problemAt(problems, 'displayName')}>
            <TextInput value={displayName} onChange={setName} maxLength={255} />
          </Field>
          <div className="field" role="radiogroup" aria-labelledby="share-title">
            <span className="label" id="share-title">
              {words.share}
            </span>
            <div className="control">
              <div className="options">
                {SHARES.map((value) => (
                  <label key={value} className="check">
                    <input
                      type="radio"
                      name="share"
                      checked={share === value}
                      onChange={() => setShare(value)}
                    />
                    <span>{named(words.shares, value)}</span>
                  </label>
                ))}
              </div>
            </div>
          </div>
        </Fields>
      </div>
      <h3>{words.variantB}</h3>
      <p className="soft small">{words.ownNetworkHint}</p>
      <LinesEditor
        lines={lines}
        onChange={setLines}
        adUnitIds={adUnitIds}
        platform={group.targeting?.platform}
        format={group.targeting?.format}
        problems={problems}
        fateOfNew={mediation.lines.savedInVariantB}
      />
      <div className="save-bar">
        <Button kind="main" onClick={() => send(true)} isBusy={start.isPending}>
          {words.preview}
        </Button>
      </div>
      {preview && (
        <Modal
          title={words.previewTitle}
          text={mediation.group.previewText}
          isWide
          onClose={() => setPreview(undefined)}
        >
          <ShareBar share={Number(share)} />
          <Variants a={own} b={lines} />
          <MappingsToMake lines={lines} adUnitIds={adUnitIds} />
          <FormActions
            action={words.startNow}
            isBusy={start.isPending}
            back={mediation.words.back}
            onRun={() => send(false)}
            onCancel={() => setPreview(undefined)}
          />
        </Modal>
      )}
    </section>
  );
}
