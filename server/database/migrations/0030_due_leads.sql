-- The engine looks for leads whose time has come every few seconds: most of a large list is put off.
CREATE INDEX campaign_leads_next ON campaign_leads (campaign_id, next_at) WHERE state = 'READY';
