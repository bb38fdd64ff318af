import { adFormats, platforms } from 'virtual:contract';
import { useState } from 'react';
import type { MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { ApiError, type Violation } from '../../../api/client.ts';
import { useListState } from '../../../frame/list-state.ts';
import { Link, useNavigate } from '../../../frame/navigation.tsx';
import { Page } from '../../../frame/page.tsx';
import { Abandoned } from '../../../frame/session.tsx';
import { useShortcuts } from '../../../frame/shortcuts.tsx';
import { Button } from '../../../kit/button.tsx';
import { Difference } from '../../../kit/difference.tsx';
import { Field, Fields, Select, TextInput } from '../../../kit/field.tsx';
import { FormActions } from '../../../kit/form-actions.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Failure, Loaded } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { useChange, useMediation } from '../../api.ts';
import { asNew, codesIn, type DraftLine, draftOf, sentLine } from '../../model/draft.ts';
import { sentPriority } from '../../model/fields.ts';
import { withMappingsToMake } from '../../model/mappings-to-make.ts';
import { forDifference } from '../../parts/group-for-diff.ts';
import { useLabels } from '../../parts/labels.ts';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { LinesEditor } from '../../parts/lines-editor.tsx';
import { MappingsToMake, useMakeMappings } from '../../parts/make-mappings.tsx';
import { named } from '../../parts/named.ts';
import { inputId, nameOf, problemAt, problemsOf, ViolationSummary } from '../../parts/problems.tsx';
import { WithNames } from '../../parts/with-names.tsx';
import { PreviewFindings } from './preview-findings.tsx';
import { UnitChooser } from './unit-chooser.tsx';

/** The form for a new group: empty, or a copy of the group that the address names. */
export function NewGroup() {
  const { filters } = useListState();
  const { name } = useAccount();
  const { from } = filters;
  const on = `${name}/mediationGroups/${from}`;
  const query = useMediation('accounts.mediationGroups.get', { on }, { enabled: from !== undefined });
  if (from === undefined) return <NewGroupForm key="empty" />;
  return <Loaded query={query}>{(group) => <NewGroupForm key={from} copied={group} />}</Loaded>;
}

function NewGroupForm({ copied }: { readonly copied?: MediationGroup }) {
  const { common, mediation } = useMessages();
  const { group: words, words: shared } = mediation;
  const { name, publisherId } = useAccount();
  const navigate = useNavigate();
  const say = useSay();
  const create = useChange('accounts.mediationGroups.create');
  const makeMappings = useMakeMappings();
  const { targeting = {} } = copied ?? {};
  const [form, setForm] = useState({
    displayName: copied ? words.copyName(copied.displayName ?? '') : '',
    state: copied?.state === 'DISABLED' ? 'DISABLED' : 'ENABLED',
    platform: targeting.platform ?? platforms[0] ?? '',
    format: targeting.format ?? 'BANNER',
    targeted: (targeting.targetedRegionCodes ?? []).join(', '),
    excluded: (targeting.excludedRegionCodes ?? []).join(', '),
    idfa: targeting.idfaTargeting ?? 'ALL',
    priority: String(copied?.priority ?? ''),
  });
  const [adUnitIds, setAdUnitIds] = useState<readonly string[]>(targeting.adUnitIds ?? []);
  const labels = useLabels(adUnitIds);
  const [lines, setLines] = useState<readonly DraftLine[]>(() =>
    copied ? asNew(draftOf(copied).lines.filter(({ isTreatment }) => !isTreatment)) : [],
  );
  const [violations, setViolations] = useState<readonly Violation[]>([]);
  const [error, setError] = useState<unknown>();
  const [preview, setPreview] = useState<MediationGroup>();
  const [isChoosing, setChoosing] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const set = (change: Partial<typeof form>) => {
    setTouched(true);
    setForm({ ...form, ...change });
  };
  const problems = problemsOf(violations);
  const unitProblem = problemAt(problems, 'targeting.adUnitIds');
  const fieldNames: Readonly<Record<string, string>> = {
    displayName: words.name,
    'targeting.platform': words.platform,
    'targeting.format': words.format,
    'targeting.targetedRegionCodes': words.targeted,
    'targeting.excludedRegionCodes': words.excluded,
    'targeting.adUnitIds': words.adUnits,
    priority: words.priority,
  };
  const labelOf = (field: string) => fieldNames[field.replace(/\[\d+\]$/, '')];

  const body = (wanted: readonly DraftLine[]): MediationGroup => {
    const [targetedRegionCodes, excludedRegionCodes] = [
      [...codesIn(form.targeted)],
      [...codesIn(form.excluded)],
    ];
    return {
      displayName: form.displayName,
      state: form.state as 'ENABLED' | 'DISABLED',
      ...sentPriority(form.priority),
      targeting: {
        platform: form.platform,
        format: form.format,
        adUnitIds: [...adUnitIds],
        ...(targetedRegionCodes.length > 0 && { targetedRegionCodes }),
        ...(excludedRegionCodes.length > 0 && { excludedRegionCodes }),
        ...(form.platform === 'IOS' && { idfaTargeting: form.idfa }),
      },
      mediationGroupLines: Object.fromEntries(wanted.map((line) => [line.key, sentLine(line)])),
    };
  };
  const send = async (validateOnly: boolean) => {
    setError(undefined);
    setViolations([]);
    try {
      const tryOut = () => create.mutateAsync({ on: name, body: body(lines), validateOnly: true });
      if (validateOnly) return setPreview(withMappingsToMake(await tryOut(), lines));
      const mapped = await makeMappings({ lines, adUnitIds }, { tryOut, onMade: setLines });
      const made = await create.mutateAsync({ on: name, body: body(mapped) });
      setTouched(false);
      say(words.created(made.displayName ?? ''));
      await navigate({ to: `/${publisherId}/groups/${made.mediationGroupId}`, ignoreBlocker: true });
    } catch (cause) {
      setPreview(undefined);
      if (cause instanceof Abandoned) return;
      if (cause instanceof ApiError && cause.violations.length > 0) setViolations(cause.violations);
      else setError(cause);
    }
  };
  const isNamed = form.displayName.trim() !== '';
  useShortcuts([{ keys: 'Ctrl+s', text: words.create, run: () => send(!preview), disabled: !isNamed }]);
  const options = (table: Readonly<Record<string, string>>, names: readonly string[]) =>
    names.map((value) => ({ value, text: named(table, value) }));
  return (
    <Page
      title={words.newTitle}
      back={<Link to={`/${publisherId}/groups`}>{mediation.overview.allGroups}</Link>}
      lead={
        copied ? words.copyLead(copied.displayName ?? '') : words.newLead(labels.source(labels.ownNetwork))
      }
    >
      <LeaveGuard isDirty={isTouched && !preview} />
      <ViolationSummary violations={violations} nameOf={(field) => nameOf(lines, field) ?? labelOf(field)} />
      {error !== undefined && <Failure error={error} />}
      <section className="box stack" aria-label={words.targeting}>
        <Fields>
          <Field id={inputId('displayName')} label={words.name} problem={problemAt(problems, 'displayName')}>
            <TextInput
              value={form.displayName}
              onChange={(displayName) => set({ displayName })}
              maxLength={120}
            />
          </Field>
          <Field label={words.state}>
            <Select
              value={form.state}
              options={options(shared.states, ['ENABLED', 'DISABLED'])}
              onChange={(state) => set({ state })}
            />
          </Field>
        </Fields>
        <Fields>
          <Field label={words.platform} problem={problemAt(problems, 'targeting.platform')}>
            <Select
              value={form.platform}
              options={options(shared.platforms, platforms)}
              onChange={(platform) => set({ platform })}
            />
          </Field>
          <Field label={words.format} problem={problemAt(problems, 'targeting.format')}>
            <Select
              value={form.format}
              options={options(shared.formats, adFormats)}
              onChange={(format) => set({ format })}
            />
          </Field>
          <div className="field">
            <span className="label">{words.adUnits}</span>
            <div className="control">
              <div>
                <Button
                  id={inputId('targeting.adUnitIds')}
                  aria-describedby={unitProblem ? 'ad-units-problem' : undefined}
                  onClick={() => setChoosing(true)}
                >
                  {words.chooseUnits}
                </Button>
              </div>
            </div>
            <div className="notes small">
              {unitProblem && (
                <p id="ad-units-problem" className="problem">
                  {unitProblem}
                </p>
              )}
              {adUnitIds.length === 0 ? (
                <span className="soft">{words.noUnits}</span>
              ) : (
                <ul className="plain">
                  {adUnitIds.map((id) => (
                    <li key={id}>{labels.unit(id)}</li>
                  ))}
                </ul>
              )}
            </div>
          </div>
        </Fields>
        <Fields>
          <Field
            id={inputId('targeting.targetedRegionCodes')}
            label={words.targeted}
            hint={words.targetedHint}
            isOptional
            problem={problemAt(problems, 'targeting.targetedRegionCodes')}
          >
            <TextInput value={form.targeted} onChange={(targeted) => set({ targeted })} />
          </Field>
          <Field
            id={inputId('targeting.excludedRegionCodes')}
            label={words.excluded}
            hint={words.excludedHint}
            isOptional
            problem={problemAt(problems, 'targeting.excludedRegionCodes')}
          >
            <TextInput value={form.excluded} onChange={(excluded) => set({ excluded })} />
          </Field>
          {form.platform === 'IOS' && (
            <Field label={words.idfa}>
              <Select
                value={form.idfa}
                options={options(words.idfaModes, Object.keys(words.idfaModes))}
                onChange={(idfa) => set({ idfa: idfa as typeof form.idfa })}
              />
            </Field>
          )}
          <Field
            id={inputId('priority')}
            label={words.priority}
            hint={words.priorityHint}
            isOptional
            problem={problemAt(problems, 'priority')}
          >
            <TextInput value={form.priority} onChange={(priority) => set({ priority })} />
          </Field>
        </Fields>
      </section>
      <WithNames>
        <LinesEditor
          lines={lines}
          onChange={(next) => {
            setTouched(true);
            setLines(next);
          }}
          adUnitIds={adUnitIds}
          platform={form.platform}
          format={form.format}
          problems={problems}
          fateOfNew={mediation.lines.createdWithGroup}
        />
      </WithNames>
      <div className="save-bar">
        <Link className="button" to={`/${publisherId}/groups${copied ? `/${copied.mediationGroupId}` : ''}`}>
          {common.cancel}
        </Link>
        <Button
          kind="main"
          onClick={() => send(true)}
          isBusy={create.isPending}
          disabled={!isNamed}
          aria-describedby={isNamed ? undefined : 'group-reason'}
          shortcut="Ctrl+S"
        >
          {words.create}
        </Button>
        {!isNamed && (
          <span id="group-reason" className="soft small">
            {common.missing(words.name)}
          </span>
        )}
      </div>
      {isChoosing && (
        <UnitChooser
          chosen={adUnitIds}
          platform={form.platform}
          format={form.format}
          onDone={(ids) => {
            setTouched(true);
            setAdUnitIds(ids);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      {preview && (
        <Modal
          title={words.createTitle}
          text={words.previewText}
          isWide
          onClose={() => setPreview(undefined)}
        >
          <Difference before={undefined} after={forDifference(preview, labels, false)} />
          <MappingsToMake lines={lines} adUnitIds={adUnitIds} />
          <PreviewFindings group={preview} />
          <FormActions
            action={words.createNow}
            isBusy={create.isPending}
            shortcut="Ctrl+S"
            back={shared.back}
            onRun={() => send(false)}
            onCancel={() => setPreview(undefined)}
          />
        </Modal>
      )}
    </Page>
  );
}
