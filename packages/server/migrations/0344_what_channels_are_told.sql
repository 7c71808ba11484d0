-- What a message to a channel was written from: the things it names, which the channel's company may lose while it waits.
alter table webhook_deliveries add column told jsonb;
