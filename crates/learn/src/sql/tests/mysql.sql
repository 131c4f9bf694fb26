-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!50503 SET NAMES utf8mb4 */;
CREATE DATABASE /*!32312 IF NOT EXISTS*/ `shop` /*!40100 DEFAULT CHARACTER SET utf8mb4 */;
USE `shop`;
DROP TABLE IF EXISTS `people`;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `people` (
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  `name` varchar(80) COLLATE utf8mb4_bin NOT NULL DEFAULT 'it''s; \'fine\'' COMMENT 'As on the card; \'quoted\'',
  `email` varchar(120) CHARACTER SET utf8mb4 DEFAULT NULL,
  `is_active` tinyint(1) NOT NULL DEFAULT '1',
  `level` tinyint(3) unsigned zerofill DEFAULT NULL,
  `small` smallint(5) DEFAULT NULL,
  `medium` mediumint DEFAULT NULL,
  `big` bigint(20) unsigned NOT NULL,
  `born` year DEFAULT NULL,
  `seen` datetime(6) DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
  `made` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  `at` time DEFAULT NULL,
  `day` date DEFAULT NULL,
  `kind` enum('a','b;c','d''e') NOT NULL DEFAULT 'a',
  `flags` set('x','y') DEFAULT NULL,
  `bits` bit(8) DEFAULT b'0',
  `one` bit DEFAULT NULL,
  `photo` longblob,
  `tiny` tinyblob,
  `hash` binary(16) DEFAULT NULL,
  `var` varbinary(255) DEFAULT NULL,
  `note` text,
  `short` tinytext,
  `body` mediumtext CHARACTER SET latin1,
  `letter` char(1) DEFAULT NULL,
  `doc` json DEFAULT NULL,
  `place` point NOT NULL /*!80003 SRID 4326 */,
  `area` geometry DEFAULT NULL,
  `price` decimal(10,2) NOT NULL DEFAULT '0.00',
  `count` decimal DEFAULT NULL,
  `ratio` double DEFAULT NULL,
  `share` float(7,4) DEFAULT NULL,
  `total` decimal(12,2) GENERATED ALWAYS AS ((`price` * 2)) VIRTUAL,
  `kept` int AS (`small` + 1) STORED,
  `hidden` int /*!80023 INVISIBLE */ DEFAULT NULL,
  `strange` wibble(3) WOBBLE NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `email` (`email`),
  UNIQUE KEY `pair` (`name`(10),`kind`) USING BTREE COMMENT 'a pair',
  UNIQUE KEY `lowered` ((lower(`name`))),
  KEY `name` (`name`),
  FULLTEXT KEY `words` (`note`),
  SPATIAL KEY `spot` (`place`),
  CONSTRAINT `small_is_positive` CHECK ((`small` > 0)),
  CONSTRAINT `json_valid` CHECK (json_valid(`doc`)) /*!80016 NOT ENFORCED */
) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci COMMENT='Who buys';
LOCK TABLES `people` WRITE;
/*!40000 ALTER TABLE `people` DISABLE KEYS */;
INSERT INTO `people` VALUES (1,'a\'),(b;',NULL),(2,'\\','x'),
(3,'',_binary 'abc\0');
/*!40000 ALTER TABLE `people` ENABLE KEYS */;
UNLOCK TABLES;
CREATE TABLE `Orders` (
  `id` bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `Person_ID` int unsigned,
  `parent` bigint,
  INDEX `by_person` (`Person_ID`),
  CONSTRAINT `orders_person` FOREIGN KEY `by_person` (`person_id`) REFERENCES `People` (`ID`) ON DELETE CASCADE ON UPDATE CASCADE,
  FOREIGN KEY (`parent`) REFERENCES `Orders` (`id`) ON DELETE SET NULL
) ENGINE=InnoDB
/*!50100 PARTITION BY HASH (`id`) PARTITIONS 4 */;
CREATE TABLE copied LIKE people;
DELIMITER ;;
/*!50003 CREATE*/ /*!50017 DEFINER=`root`@`localhost`*/ /*!50003 TRIGGER `set_name` BEFORE INSERT ON `people` FOR EACH ROW BEGIN
  IF NEW.name IS NULL THEN SET NEW.name = ';'; END IF;
END */;;
CREATE DEFINER=`root`@`localhost` FUNCTION `is_good`(a INT) RETURNS tinyint(1) DETERMINISTIC
BEGIN
  RETURN a > 0;
END ;;
DELIMITER ;
/*!50001 CREATE VIEW `v` AS SELECT
 1 AS `a`*/;
ALTER TABLE `Orders` ADD COLUMN `first` int NOT NULL FIRST, ADD `after` varchar(5) AFTER `Person_ID`, ADD UNIQUE INDEX `u` (`after`), ADD FULLTEXT INDEX f (`after`);
