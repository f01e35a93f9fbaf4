import { ActionIcon, Button, Progress, Select, Switch } from '@mantine/core';
import { IconFilter, IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import type { Campaign } from '../../../contract/campaign.ts';
import type { CampaignList } from '../../../contract/campaign-list.ts';
import { countColumn, instantColumn, textColumn } from '../../components/columns.tsx';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { ProgressPanel } from '../../components/progress-panel.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { fileWords } from '../../lib/file-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useLists } from './campaign-queries.ts';
import { FailedRows } from './failed-rows.tsx';
import { ListByFilter } from './list-by-filter.tsx';
import { ListUpload } from './list-upload.tsx';
import classes from './campaigns.module.css';

const FILTERS = {} as const;
type Dialog = 'upload' | 'filter' | { failed: CampaignList } | null;

/** A campaign's lists: how far each is called, which rows failed, their order, on and off. */
export function ListsPanel({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const url = useListState(campaignCalls.listCampaignLists.query, FILTERS);
  const lists = useLists(campaign._id, url.asked);
  const [dialog, setDialog] = useState<Dialog>(null);
  const columns = useListColumns((failed) => setDialog({ failed }));
  const close = () => setDialog(null);
  const buttons = (
    <div className="rc-row-8">
      <Button
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => setDialog('upload')}
      >
        {t('campaigns.upload')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden />}
        onClick={() => setDialog('filter')}
      >
        {t('campaigns.byFilter')}
      </Button>
    </div>
  );
  const rows = lists.data?.data;
  return (
    <List<CampaignList>
      name="campaign-lists"
      label={t('campaigns.tab_lists')}
      list={lists}
      state={url}
      columns={columns}
      rowLabel={(list) => list.name}
      rowActions={removeButtonOf}
      empty={
        <EmptyState
          title={t('campaigns.listsEmpty')}
          body={t('campaigns.listsEmptyBody')}
          action={buttons}
        />
      }
    >
      {rows?.length !== 0 && buttons}
      {rows?.map((list) => list.state === 'LOADING' && <Loading key={list._id} list={list} />)}
      {dialog === 'upload' && <ListUpload campaignId={campaign._id} onClose={close} />}
      {dialog === 'filter' && <ListByFilter campaign={campaign} onClose={close} />}
      {dialog !== null && typeof dialog === 'object' && (
        <FailedRows list={dialog.failed} onClose={close} />
      )}
    </List>
  );
}

const removeButtonOf = (list: CampaignList) => <RemoveButton list={list} />;

function Loading({ list }: { list: CampaignList }) {
  const t = useText();
  return (
    <ProgressPanel
      title={t('campaigns.listLoading', { name: list.name })}
      done={list.rowCount}
      total={list.expectedRows}
    />
  );
}

function useListColumns(onFailed: (list: CampaignList) => void): DataColumn<CampaignList>[] {
  const t = useText();
  return [
    {
      key: 'name',
      title: t('campaigns.list'),
      isFixed: true,
      render: (list) => (
        <TwoLines first={list.name} second={list.fileName === list.name ? null : list.fileName} />
      ),
    },
    {
      key: 'isOn',
      title: t('words.on'),
      card: 'aside',
      render: (list) => <OnSwitch list={list} />,
    },
    { key: 'order', title: t('campaigns.order'), render: (list) => <OrderInput list={list} /> },
    countColumn('leads', t('campaigns.leads'), (list) => list.leadCount),
    {
      key: 'progress',
      title: t('campaigns.progress'),
      card: 'line',
      render: (list) => <ListProgress list={list} />,
    },
    {
      key: 'failed',
      title: t('words.status'),
      render: (list) => <ListState list={list} onFailed={() => onFailed(list)} />,
    },
    instantColumn('createdAt', t('words.uploaded'), (list) => list.createdAt, {
      isHiddenAtFirst: true,
    }),
    textColumn('createdBy', t('words.uploadedBy'), (list) => list.createdBy ?? '–', {
      isHiddenAtFirst: true,
    }),
  ];
}

function OnSwitch({ list }: { list: CampaignList }) {
  const t = useText();
  const change = useBodyCommand(campaignCalls.changeList);
  return (
    <Switch
      aria-label={t('campaigns.switchList', { name: list.name })}
      checked={list.isActive}
      disabled={change.isPending || list.state === 'LOADING'}
      onChange={(event) => change.mutate({ _id: list._id, isActive: event.currentTarget.checked })}
    />
  );
}

/** Chosen, not typed: each key would reorder the calls that are being made. */
const ORDERS = Array.from({ length: 10 }, (_, order) => String(order));

function OrderInput({ list }: { list: CampaignList }) {
  const t = useText();
  const change = useBodyCommand(campaignCalls.changeList);
  return (
    <Select
      aria-label={`${t('campaigns.order')}: ${list.name}`}
      title={t('campaigns.orderHelp')}
      w="4.5rem"
      allowDeselect={false}
      disabled={change.isPending || list.state === 'LOADING'}
      data={ORDERS}
      value={String(list.priority)}
      onChange={(next) => {
        if (next !== null && Number(next) !== list.priority)
          change.mutate({ _id: list._id, priority: Number(next) });
      }}
    />
  );
}

function ListProgress({ list }: { list: CampaignList }) {
  const t = useText();
  const all = list.readyCount + list.callingCount + list.doneCount + list.stoppedCount;
  const words = t('campaigns.progressText', {
    tried: list.triedCount,
    count: all,
    reached: list.reachedCount,
  });
  return (
    <span className={classes.progress}>
      <Progress.Root size="sm">
        <Progress.Section
          value={all === 0 ? 0 : (list.triedCount / all) * 100}
          aria-label={`${list.name}: ${words}`}
        />
      </Progress.Root>
      <span className={classes.small}>{words}</span>
    </span>
  );
}

function ListState({ list, onFailed }: { list: CampaignList; onFailed: () => void }) {
  const t = useText();
  if (list.state === 'FAILED')
    return (
      <TwoLines
        first={<StatusChip tone="danger" label={t('campaigns.listFailed')} />}
        second={list.error && fileWords(list.error)}
      />
    );
  return (
    <span className={classes.name}>
      {list.failedCount > 0 ? (
        <Button variant="subtle" size="compact-sm" color="red" onClick={onFailed}>
          {t('campaigns.failedRows', { count: list.failedCount })}
        </Button>
      ) : (
        <StatusChip tone="good" label={t('campaigns.stateLoaded')} />
      )}
      {list.knownCount > 0 && (
        <span className={classes.small}>
          {t('campaigns.knownRows', { count: list.knownCount })}
        </span>
      )}
    </span>
  );
}

function RemoveButton({ list }: { list: CampaignList }) {
  const t = useText();
  const confirm = useConfirm();
  const remove = useBodyCommand(campaignCalls.removeList, {
    onDone: () => showSuccess(t('campaigns.removed')),
  });
  const ask = async () => {
    const isSure = await confirm({
      title: t('campaigns.removeTitle'),
      body: t('campaigns.removeBody', { count: list.leadCount }),
      confirmLabel: t('campaigns.removeYes'),
      isDangerous: true,
    });
    if (isSure) remove.mutate({ _id: list._id });
  };
  return (
    <ActionIcon
      variant="subtle"
      color="red"
      size="lg"
      aria-label={`${t('campaigns.removeYes')}: ${list.name}`}
      loading={remove.isPending}
      onClick={() => void ask()}
    >
      <IconTrash size={17} aria-hidden />
    </ActionIcon>
  );
}
