-- What the list's screen was called when its export was asked for: names the file and its sheet.
alter table files.export add column title text not null default '';
