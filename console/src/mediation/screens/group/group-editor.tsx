import { useEffect, useState } from 'react';
import type { MediationAbExperiment, MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { useListState } from '../../../frame/list-state.ts';
import { Link } from '../../../frame/navigation.tsx';
import { useShortcuts } from '../../../frame/shortcuts.tsx';
import { Button } from '../../../kit/button.tsx';
import { Confirm } from '../../../kit/confirm.tsx';
import { FormActions } from '../../../kit/form-actions.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Failure, Notice } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { onlyGroup, SUMS, useFigures, useWeek } from '../../figures.ts';
import { changesPriceOf } from '../../model/fields.ts';
import { useFieldWords } from '../../parts/field-words.ts';
import { GroupDifference } from '../../parts/group-difference.tsx';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { LinesEditor } from '../../parts/lines-editor.tsx';
import { MappingsToMake } from '../../parts/make-mappings.tsx';
import { changeText } from '../../parts/metric-text.ts';
import { named } from '../../parts/named.ts';
import { nameOf, problemsOf, ViolationSummary } from '../../parts/problems.tsx';
import { RangeTotals } from '../../parts/range-totals.tsx';
import { ReportWarnings } from '../../parts/report-warnings.tsx';
import { ArchivedGroup } from './archived-group.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { PreviewFindings } from './preview-findings.tsx';
import { TargetingBox } from './targeting-box.tsx';
import { useGroupEditor } from './use-group-editor.ts';

interface GroupEditorProps {
  readonly group: MediationGroup;
  /** The experiment that runs, if one variant leads. */
  readonly decided: MediationAbExperiment | undefined;
}

/** Edits waterfall and ad units of a group, or shows those of an archived one. */
export function GroupEditor(props: GroupEditorProps) {
  // Unsaved changes stay on the screen if another person archives the group.
  const editor = useGroupEditor(props.group);
  return editor.base.archiveTime === undefined ? (
    <Editor {...props} editor={editor} />
  ) : (
    <ArchivedGroup group={editor.base} />
  );
}

interface EditorProps extends GroupEditorProps {
  readonly editor: ReturnType<typeof useGroupEditor>;
}

/** The server previews the change before it is saved. */
function Editor({ group, decided, editor }: EditorProps) {
  const { common, mediation } = useMessages();
  const { group: words, words: shared } = mediation;
  const { base, draft, isDirty, isBusy, violations, preview, conflict } = editor;
  const { filters } = useListState();
  const [isDiscarding, setDiscarding] = useState(false);
  const problems = problemsOf(violations);
  const text = useFieldWords(base);
  const { mediationGroupId = '' } = base;
  const { figures, warnings } = useFigures(mediationGroupId);
  const week = useWeek();
  const { publisherId } = useAccount();
  const isRunning = group.mediationAbExperimentState === 'RUNNING';
  const changesPrice = changesPriceOf(base, draft);
  const isHarmful = isRunning && changesPrice;
  const openOrSave = () => {
    if (!preview) return editor.open();
    // The keys that opened the preview do not also save what it warns of.
    return isHarmful ? undefined : editor.save();
  };
  const seeResult = decided && (
    <Link to={`/${publisherId}/groups/${mediationGroupId}`} search={{ tab: 'experiment' }}>
      {words.seeResult}
    </Link>
  );
  const lift = decided?.variantLeader === 'TREATMENT' ? decided.analysis?.lift?.value : undefined;
  const warning = decided
    ? words.decided(
        named(mediation.analysis.leaders, decided.variantLeader),
        lift === undefined ? '' : changeText(lift),
      )
    : changesPrice
      ? words.priceInExperiment
      : words.experimentRuns;
  useEffect(() => {
    // The bar with the buttons, which appears now, may cover the field that a person types in.
    if (isDirty) document.activeElement?.closest('td')?.scrollIntoView({ block: 'nearest' });
  }, [isDirty]);
  useShortcuts([
    { keys: 'Ctrl+s', text: words.preview, run: openOrSave },
    { keys: 'Escape', text: words.discard, run: () => setDiscarding(true), disabled: !isDirty },
  ]);
  return (
    <>
      <LeaveGuard isDirty={isDirty} />
      <ViolationSummary
        violations={violations}
        nameOf={(field) => nameOf(draft.lines, field) ?? text.field(field)}
      />
      {editor.error !== undefined && !preview && <Failure error={editor.error} />}
      {isRunning && (
        <Notice kind={changesPrice ? 'care' : 'info'}>
          {warning} {seeResult}
        </Notice>
      )}
      <ReportWarnings warnings={warnings} />
      <RangeTotals days={week} metrics={SUMS} only={onlyGroup(publisherId, mediationGroupId)} />
      <LinesEditor
        lines={draft.lines}
        onChange={(lines) => editor.setDraft({ ...draft, lines })}
        adUnitIds={draft.adUnitIds}
        platform={base.targeting?.platform}
        format={base.targeting?.format}
        problems={problems}
        fateOfNew={isRunning ? mediation.lines.savedInVariantA : mediation.lines.savedWithGroup}
        before={(key) => base.mediationGroupLines?.[key]}
        marked={filters.line}
        figures={figures}
      />
      <TargetingBox
        targeting={base.targeting ?? {}}
        draft={draft}
        onChange={(change) => editor.setDraft({ ...draft, ...change })}
        problems={problems}
      />
      <div className={isDirty ? 'save-bar dirty' : 'save-bar'}>
        <Button onClick={() => setDiscarding(true)} disabled={!isDirty} shortcut="Esc">
          {words.discard}
        </Button>
        <Button
          kind="main"
          onClick={() => editor.open()}
          isBusy={isBusy}
          disabled={!isDirty}
          shortcut="Ctrl+S"
        >
          {words.preview}
        </Button>
        <span role="status" className={isHarmful ? 'warns' : 'soft'}>
          {isHarmful ? (decided ? warning : words.priceChanges) : isDirty ? words.unsaved : ''}
        </span>
      </div>
      {preview && (
        <Modal title={words.previewTitle} text={words.previewText} isWide onClose={editor.closePreview}>
          {editor.error !== undefined && <Failure error={editor.error} />}
          <GroupDifference before={base} after={preview} />
          <MappingsToMake lines={draft.lines} adUnitIds={draft.adUnitIds} />
          {isHarmful && (
            <Notice kind="care">
              {warning} {seeResult}
            </Notice>
          )}
          <PreviewFindings group={preview} before={base} />
          <FormActions
            action={isHarmful ? words.saveAnyway : common.save}
            isBusy={isBusy}
            shortcut={isHarmful ? undefined : 'Ctrl+S'}
            back={shared.back}
            onRun={() => editor.save()}
            onCancel={editor.closePreview}
          />
        </Modal>
      )}
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          base={base}
          draft={draft}
          onResolve={(wanted) => editor.resolve(conflict, wanted)}
          onClose={editor.closeConflict}
        />
      )}
      {isDiscarding && (
        <Confirm
          title={words.discardTitle}
          text={words.discardText}
          action={shared.discard}
          isDanger
          onConfirm={async () => editor.discard()}
          onClose={() => setDiscarding(false)}
        />
      )}
    </>
  );
}
